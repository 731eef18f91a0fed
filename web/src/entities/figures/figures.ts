// The types of the dashboard's and the analytics' figures.
import type { Schemas } from '@/shared/api/client'
import { type Document, fromServer as documentFrom } from '../documents/document'
import { type Goal, fromServer as goalFrom } from '../goals/goal'
import { type Sale, fromServer as saleFrom } from '../sales/sale'

export const PERIODS = ['7d', '30d', '90d', '12m', 'all'] as const
export type Period = (typeof PERIODS)[number]

const ACTIVITIES = [
  'sale',
  'refund',
  'deposit',
  'withdrawal',
  'payment',
  'transfer',
  'other',
  'upload',
  'client',
] as const
export type ActivityKind = (typeof ACTIVITIES)[number]

export type AmountChange = Schemas['AmountChange']
export type CountChange = Schemas['CountChange']
export type RateChange = Schemas['RateChange']
export type TopClient = Schemas['TopClient']

export type Library = Omit<Schemas['Library'], 'latest'> & { latest: Document[] }
export type Dashboard = Omit<Schemas['Dashboard'], 'recent_sales' | 'goals' | 'library'> & {
  recent_sales: Sale[]
  goals: Goal[]
  library: Library
}

export type Activity = Omit<Schemas['Activity'], 'kind'> & { kind: ActivityKind }
export type Analytics = Omit<Schemas['Analytics'], 'recent_activity'> & { recent_activity: Activity[] }

export function dashboardFrom(sent: Schemas['Dashboard']): Dashboard {
  return {
    ...sent,
    recent_sales: sent.recent_sales.map(saleFrom),
    goals: sent.goals.map(goalFrom),
    library: { ...sent.library, latest: sent.library.latest.map(documentFrom) },
  }
}

/** A kind of activity that this version does not know becomes the closest known one. */
export function activityFrom(sent: Schemas['Activity']): Activity {
  return { ...sent, kind: ACTIVITIES.find((known) => known === sent.kind) ?? 'other' }
}

export function analyticsFrom(sent: Schemas['Analytics']): Analytics {
  return { ...sent, recent_activity: sent.recent_activity.map(activityFrom) }
}

/**
 * The chart type of a bucket: bars for days and weeks, since there are no values between two of them; a line for months
 * and years.
 */
export function shapeOf({ bucket }: Pick<Analytics, 'bucket'>): 'bars' | 'line' {
  return bucket === 'day' || bucket === 'week' ? 'bars' : 'line'
}

/** True for an account without sales and without media. */
export function isUntouched({ recent_sales, library }: Pick<Dashboard, 'recent_sales' | 'library'>): boolean {
  return recent_sales.length === 0 && library.total === 0
}
