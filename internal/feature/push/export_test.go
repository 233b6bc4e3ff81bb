package push

import "context"

// PublicKey returns the public key of the installation; the first call makes the keys.
func (s *Store) PublicKey(ctx context.Context) (string, error) {
	keys, err := s.keys(ctx)
	if err != nil {
		return "", err
	}
	return keys.Public()
}
