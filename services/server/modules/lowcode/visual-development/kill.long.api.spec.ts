import { releasesWhole } from './specs/release-kills'

releasesWhole([
  ...(['record_unique', 'model_version', 'model_key', 'menu', 'permission_grant', 'audit'] as const),
  ...Array.from({ length: 14 }, () => 'any' as const),
])
