package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"plumbline/internal/app"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/blob/s3"
)

// blobFlags are the settings of uploaded files.
func blobFlags(f flags, config *app.Config) {
	f.StringVar(&config.Blobs, "blobs", "", "`s3://BUCKET/PREFIX` for uploaded files; empty: the folder files in the data folder")
	s3Flags(f, &config.S3)
}

func s3Flags(f flags, c *s3.Config) {
	f.StringVar(&c.Endpoint, "s3-endpoint", "", "`host:port` of the S3 server, with TLS unless it begins with http://; empty: Amazon's in the region")
	f.StringVar(&c.Region, "s3-region", s3.DefaultRegion, "`region` of the bucket")
	f.StringVar(&c.AccessKey, "s3-access-key", "", "access key `id`")
	f.StringVar(&c.SecretFile, "s3-secret-file", "", "`file` with the secret key, instead of the environment variable PLUMBLINE_S3_SECRET_KEY")
	f.StringVar(&c.CAFile, "s3-ca", "", "certificate `file` (PEM) of the S3 server's private certificate authority")
	f.BoolVar(&c.VirtualHost, "s3-virtual-host", false, "address the bucket as BUCKET.HOST; Amazon, Google and Aliyun are recognized without it")
	c.SecretKey = os.Getenv("PLUMBLINE_S3_SECRET_KEY") // no flag: other users of the machine see flags
}

func blobsCommand(ctx context.Context, args []string, out, errs io.Writer) error {
	if len(args) == 0 || args[0] != "copy" {
		return usage("blobs copy FROM TO; it takes --help")
	}
	var config s3.Config
	f := newFlags("blobs copy", "blobs copy FROM TO: copy uploaded files; FROM and TO are each a folder such as ./data/files, or s3://BUCKET/PREFIX", errs)
	s3Flags(f, &config)
	if err := f.parse(args[1:]); err != nil {
		return err
	}
	if f.NArg() != 2 {
		return usage("give FROM and TO after the flags, each a folder such as ./data/files, or s3://BUCKET/PREFIX")
	}
	from, err := openBlobs(f.Arg(0), config)
	if err != nil {
		return err
	}
	to, err := openBlobs(f.Arg(1), config)
	if err != nil {
		return err
	}
	if _, err := os.Stat(f.Arg(0)); err != nil && !isBucket(f.Arg(0)) {
		return usage("%v", err)
	}
	copied, there, err := blob.Copy(ctx, from, to)
	if err != nil {
		return fmt.Errorf("%d files copied, repeat to continue: %w", copied, err)
	}
	_, err = fmt.Fprintf(out, "%d files copied, %d were there already\n", copied, there)
	return err
}

func isBucket(location string) bool { return strings.HasPrefix(location, "s3://") }

func openBlobs(location string, config s3.Config) (blob.Store, error) {
	if !isBucket(location) {
		return blob.NewDirectory(location), nil
	}
	store, err := s3.New(location, config, "")
	if err != nil {
		return nil, usage("%v", err)
	}
	return store, nil
}
