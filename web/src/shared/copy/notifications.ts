// Texts of the notifications screen, of the notification button, and of new notifications on an open page.

export const notifications = {
  title: 'Notifications',
  tabs: { all: 'All', unread: 'Unread', sales: 'Sales', messages: 'Messages', payments: 'Payments' },
  tabsLabel: 'Notification types',
  markRead: 'Mark Read',
  markUnread: 'Mark Unread',
  markAllRead: 'Mark All Read',
  markReadOf: (title: string) => `Mark Read: ${title}`,
  markUnreadOf: (title: string) => `Mark Unread: ${title}`,
  markFailed: "Couldn't update the notification",
  markAllFailed: "Couldn't update the notifications",
  allRead: 'All notifications marked as read',
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
  deleteMeaning: (title: string) => `This only removes “${title}” from your notifications.`,
  deleted: 'Notification deleted',
  deleteFailed: "Couldn't delete the notification",
  deleteRead: 'Delete All Read',
  deleteReadQuestion: 'Delete all read notifications?',
  deleteReadMeaning: (count: number) =>
    count === 1
      ? "This permanently deletes 1 notification. Sales and payments aren't affected."
      : `This permanently deletes ${count.toLocaleString('en-US')} notifications. Sales and payments aren't affected.`,
  deletedRead: (count: number) =>
    count === 1 ? '1 notification deleted' : `${count.toLocaleString('en-US')} notifications deleted`,
  deleteReadFailed: "Couldn't delete the notifications",
  loading: 'Loading notifications',
  loadingMore: 'Loading more notifications',
  loadFailed: "We couldn't load your notifications",
  moreFailed: "Couldn't load more notifications",
  retry: 'Try again',
  settings: 'Notification Settings',
  empty: {
    unread: { title: 'Nothing unread', text: "You're all caught up." },
    sales: {
      title: 'No sales here yet',
      text: "You'll see sales, refunds and failed sales here.",
    },
    messages: { title: 'No messages yet', text: "You'll see messages and reviews here." },
    payments: { title: 'No payments here yet', text: "You'll see money coming in and going out here." },
  },
  open: 'Open',
  arrived: (unread: number) =>
    unread === 1 ? 'New notification. 1 is unread.' : `New notification. ${unread} are unread.`,
} as const
