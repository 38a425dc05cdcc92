<?php // Serves Kanboard at the root: what never changes with leave to keep it, all else by its index.
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$file = realpath($_SERVER['DOCUMENT_ROOT'] . $path);
if (str_starts_with($path, '/assets/') && $file) {
    $types = ['css' => 'text/css', 'js' => 'text/javascript', 'svg' => 'image/svg+xml'];
    $ending = pathinfo($file, PATHINFO_EXTENSION);
    header('Content-Type: ' . ($types[$ending] ?? mime_content_type($file)));
    header('Cache-Control: max-age=86400');
    readfile($file);
    return;
}
$_SERVER['PHP_SELF'] = '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
