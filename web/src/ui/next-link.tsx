import { Button } from 'antd';
import { Link } from 'react-router';

/** The next step of an empty state, when it is on another page. */
export function NextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to}>
      <Button type="primary" tabIndex={-1}>
        {children}
      </Button>
    </Link>
  );
}
