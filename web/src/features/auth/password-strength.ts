// The three levels of the strength meter, at the specification's thresholds.
import { PASSWORD } from '@/shared/config/limits'

type Strength = keyof typeof PASSWORD.meterPercent

export function passwordStrength(password: string): Strength {
  if (password.length < PASSWORD.strengthMediumMin) return 'weak'
  const mixed = /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password)
  return password.length >= PASSWORD.strengthStrongMin && mixed ? 'strong' : 'medium'
}
