export const bottomRight = 'service-position-widget-in-page-bottom-right';

/** Of a launcher without profiles, which appears after a second. */
export const deviceDefaults = {
  launcher_size_px: 100,
  launcher_offset_x_px: 20,
  launcher_offset_y_px: 20,
  chat_offset_x_px: 0,
  chat_offset_y_px: 0,
  launcher_reveal_delay_sec: 1,
  auto_open_delay_sec: 0,
  show_signature: true,
  show_logo: true,
  position: bottomRight,
} as const;
