import { Navigate, useLocation } from 'react-router';

/** The page of section reports: the download centre with the form of a section report. */
export default function SectionPage() {
  const search = new URLSearchParams(useLocation().search);
  search.set('new', 'section-deformation-report');
  return <Navigate replace to={{ pathname: '../download', search: search.toString() }} relative="path" />;
}
