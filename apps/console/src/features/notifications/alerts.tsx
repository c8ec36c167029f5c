import { AllowBar } from './allow-bar.tsx';
import { useAlerts } from './use-alerts.ts';

export function Alerts() {
  useAlerts();
  return <AllowBar />;
}
