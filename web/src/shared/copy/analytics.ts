// Texts of the analytics screen.

export const analytics = {
  title: 'Analytics',
  totalRevenue: 'Total Revenue',
  beatsSold: 'Beats Sold',
  activeClients: 'Active Clients',
  conversionRate: 'Conversion Rate',
  salesPerformance: 'Sales Performance',
  genreDistribution: 'Genre Distribution',
  recentActivity: 'Recent Activity',
} as const
