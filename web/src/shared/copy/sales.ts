// Texts of the sales history.

export const sales = {
  title: 'Sales History',
  filter: 'Filter',
  export: 'Export',
  columns: ['#', 'Transaction', 'Amount', 'Date', 'Status', 'Actions'],
  statuses: ['Completed', 'Pending', 'Failed'],
} as const
