import { keepsTalking } from './chat-kills'

keepsTalking(5)
