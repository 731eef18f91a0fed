// Texts of the notifications screen.

export const notifications = {
  title: 'Notifications',
  tabs: { all: 'All', unread: 'Unread', sales: 'Sales', messages: 'Messages', payments: 'Payments' },
  markRead: 'Mark Read',
  markAllRead: 'Mark All Read',
} as const
