import { releasesWhole } from './specs/release-kills'

releasesWhole(['permission_grant'])
