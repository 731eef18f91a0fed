// Texts of the notifications screen, of the notification button, and of new notifications on an open page.

export const notifications = {
  title: 'Notifications',
  tabs: { all: 'All', unread: 'Unread', sales: 'Sales', messages: 'Messages', payments: 'Payments' },
  tabsLabel: 'Kinds of notifications',
  markRead: 'Mark Read',
  markUnread: 'Mark Unread',
  markAllRead: 'Mark All Read',
  markReadOf: (title: string) => `Mark Read: ${title}`,
  markUnreadOf: (title: string) => `Mark Unread: ${title}`,
  markFailed: 'The notification could not be changed',
  markAllFailed: 'The notifications could not be changed',
  allRead: 'All notifications are read',
  unread: 'Unread',
  types: {
    sale: 'Sale',
    message: 'Message',
    system: 'System',
    payment: 'Payment',
    download: 'Download',
    review: 'Review',
  },
  delete: 'Delete',
  deleteOf: (title: string) => `Delete: ${title}`,
  deleteQuestion: 'Delete this notification?',
  deleteMeaning: (title: string) => `“${title}” is removed for good. What it tells of stays as it is.`,
  deleted: 'Notification deleted',
  deleteFailed: 'The notification could not be deleted',
  deleteRead: 'Delete All Read',
  deleteReadQuestion: 'Delete all that are read?',
  deleteReadMeaning: (count: number) =>
    count === 1
      ? 'One notification is removed for good. What it tells of stays as it is.'
      : `${count.toLocaleString('en-US')} notifications are removed for good. What they tell of stays as it is.`,
  deletedRead: (count: number) =>
    count === 1 ? '1 notification deleted' : `${count.toLocaleString('en-US')} notifications deleted`,
  deleteReadFailed: 'The notifications could not be deleted',
  loading: 'Loading notifications',
  loadingMore: 'Loading more notifications',
  loadFailed: 'Your notifications could not be loaded',
  moreFailed: 'The next notifications could not be loaded',
  retry: 'Try again',
  settings: 'Notification Settings',
  empty: {
    unread: { title: 'Nothing unread', text: 'You have seen everything there is.' },
    sales: {
      title: 'No sales here yet',
      text: 'When a beat is sold, refunded or a sale fails, it is told here.',
    },
    messages: { title: 'No messages yet', text: 'Messages and reviews of others are told here.' },
    payments: { title: 'No payments here yet', text: 'Money that comes in or goes out is told here.' },
  },
  open: 'Open',
  arrived: (unread: number) =>
    unread === 1 ? 'New notification. 1 is unread.' : `New notification. ${unread} are unread.`,
} as const
