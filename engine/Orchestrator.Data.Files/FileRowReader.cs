using Orchestrator.Core.Types;

namespace Orchestrator.Data.Files;

/// <summary>
/// Reads the delimited files of one object, one after the other in ordinal order, as columns of nvarchar(max) in
/// UTF-8.
/// </summary>
public sealed class FileRowReader : IRowReader
{
    private readonly SourceFiles _source;
    private readonly FileFolder? _folder;
    private readonly FileOpener _opener;
    private readonly IReadOnlyList<string> _files;
    private readonly IReadOnlyList<RowFile> _parts;
    private readonly IReadOnlyList<string> _names;
    private readonly List<FileStamp> _done = [];
    private readonly List<(string File, JsonMembers Members)> _members = [];
    private readonly List<string> _warnings = [];
    private DelimitedFile? _current;
    private int _next;
    private long _bytesRead;

    /// <summary>Finds the files and opens the first one.</summary>
    /// <exception cref="DataRefusedException">No file, one outside the folder, or a header that cannot be.</exception>
    /// <exception cref="OperationCanceledException">The token fired while it waited for a pipe.</exception>
    public FileRowReader(SourceFiles source, CancellationToken cancellation = default)
    {
        _source = source;
        _folder = source.Stored is null ? new FileFolder(source.Folder) : null;
        _opener = new FileOpener(source, _folder);
        try
        {
            _files = source.Files ?? _folder?.Find(source.Pattern, source.IgnoreCase) ?? [];
            if (_files.Count == 0)
            {
                throw new DataRefusedException("ORC3101",
                    $"no file '{source.Pattern}' in the folder '{source.Folder}'. Correct `file` of the object, or put "
                    + "the file there.");
            }

            RefuseWithoutColumns(source);
            _parts = _opener.List(_files, cancellation);
            _names = FileHeaders.Of(source, _opener, _parts, cancellation);
            _current = Open(_parts[_next++], ref _names, cancellation);
            while (_names.Count == 0)
            {
                // JSON lines without a row leave it to the next file to name the columns.
                _current.End();
                Finish(_current);
                _current = _next < _parts.Count
                    ? Open(_parts[_next++], ref _names, cancellation)
                    : throw JsonNames.Nowhere(_parts[0].Name);
            }
        }
        catch
        {
            _current?.Dispose();
            _opener.Dispose();
            _folder?.Dispose();
            throw;
        }

        Columns =
        [
            .. _names.Select(name => new RowColumn(name, new SqlType(SqlTypeKind.NVarChar, SqlType.Max))
            {
                Forms = source.Format.FormsOf(name),
            }),
        ];
    }

    /// <inheritdoc />
    public IReadOnlyList<RowColumn> Columns { get; }

    /// <inheritdoc />
    public long BytesRead => _bytesRead + (_current?.BytesRead ?? 0);

    /// <summary>The files, in the order in which they are read.</summary>
    public IReadOnlyList<string> Files => _files;

    /// <summary>Bytes that the members of zip files unpack to; 0 where there are none.</summary>
    public long MemberBytes => _parts.Sum(part => part.Length);

    /// <summary>Whether a pipe is among those that were opened so far, of which nothing can be read twice.</summary>
    public bool IsReadOnce { get; private set; }

    /// <summary>
    /// What each file was that has been opened so far, with the hash of those that were read to their end. To be asked
    /// once nobody reads any more.
    /// </summary>
    public IReadOnlyList<FileStamp> Opened => _opener.Zip is { } zip ? [.. _done, zip with { Hash = "" }]
        : _current is null ? _done : [.. _done, _current.StampAtFirst];

    /// <summary>
    /// What somebody should look at in the files that were read to their end: columns of JSON lines that nothing is
    /// called like, columns that a file does not have, another encoding, line ends of two kinds. To be asked once
    /// nobody reads any more.
    /// </summary>
    public IReadOnlyList<string> Warnings =>
        [.. LostMembers.Of(_names, _members, _source.HideValues), .. _warnings];

    /// <inheritdoc />
    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        batch.Reset();
        while (_current is not null || _next < _parts.Count)
        {
            cancellation.ThrowIfCancellationRequested();
            var names = _names;
            _current ??= Open(_parts[_next++], ref names, cancellation);
            if (_current.Fill(batch, cancellation))
            {
                return true;
            }

            Finish(_current);
        }

        return false;
    }

    /// <inheritdoc />
    public void Dispose()
    {
        _current?.Dispose();
        _opener.Dispose();
        _folder?.Dispose();
    }

    private void Finish(DelimitedFile read)
    {
        var part = _parts[_next - 1];
        _bytesRead += read.BytesRead;
        if (read.Members is { } members)
        {
            _members.Add((part.Name, members));
        }

        Warn(part.Name, read);
        var stamp = read.StampAtEnd;
        read.Dispose();
        _current = null;
        if (_opener.Zip is not { } zip)
        {
            _done.Add(stamp);
        }
        else if (_next == _parts.Count || _parts[_next].File != part.File)
        {
            // With its last member a zip file has been read.
            _done.Add(zip);
            _opener.CloseZip();
        }
    }

    private void Warn(string file, DelimitedFile read)
    {
        _warnings.AddRange(read.Warnings);
        if (_source.FillsMissing && read.Missing.Count > 0)
        {
            _warnings.Add(
                $"'{file}' has no column {string.Join(", ", read.Missing.Select(place => $"'{_names[place]}'"))}: it "
                + "is NULL in its rows");
        }

        if (read.Doubt is { } doubt)
        {
            _warnings.Add(doubt);
        }

        if (read.Signs.Mixed is { Returns: > 0 and var returns, Rows: var rows })
        {
            _warnings.Add($"{returns} of {rows} rows of '{file}' end in a carriage return before the row terminator, "
                + "which was taken as data");
        }
    }

    private DelimitedFile Open(RowFile file, ref IReadOnlyList<string> names, CancellationToken cancellation) =>
        Begin(isFirst => Noted(isFirst ? _opener.Open(file, isHashed: true, cancellation)
            : _opener.OpenAgain(file, cancellation)), file.Name, _source, ref names);

    private TextInput Noted(TextInput opened)
    {
        IsReadOnce |= opened.IsPipe;
        return opened;
    }

    /// <summary>
    /// Reads the header, if the format has one, and finds out where its columns go. Told to open it for the first time
    /// (true) or again.
    /// </summary>
    internal static DelimitedFile Begin(Func<bool, TextInput> opened, string file, SourceFiles source,
        ref IReadOnlyList<string> names)
    {
        var input = opened(true);
        TextInput open() => opened(false);
        try
        {
            return source.Format.Style switch
            {
                TextStyle.Csv when source.Format.HasHeader => BeginCsv(input, open, file, source, ref names),
                TextStyle.JsonLines => BeginJson(input, open, file, source, ref names),
                TextStyle.Excel => BeginSheet(input, open, file, source, ref names),
                _ => BeginInOrder(input, open, file, source, names),
            };
        }
        catch
        {
            input.Dispose();
            throw;
        }
    }

    private static void RefuseWithoutColumns(SourceFiles source)
    {
        var style = source.Format.Style;
        if (source.Format.IsByPlace && source.Columns.Count == 0)
        {
            var word = style switch
            {
                TextStyle.Bcp => "bcp file",
                TextStyle.Fixed => "fixed file",
                TextStyle.Excel => "sheet",
                _ => "csv file",
            };
            var said = style is TextStyle.Csv or TextStyle.Excel ? " by its format (`header: none`)" : "";
            throw new DataRefusedException("ORC3103", $"{source.Pattern}: a {word} has no header{said}; its "
                + "`columns` have to be declared in the order of the file.");
        }

        if (style == TextStyle.Fixed && source.Columns.Count != source.Format.Widths.Count)
        {
            throw new DataRefusedException("ORC3103", $"{source.Pattern}: the format has {source.Format.Widths.Count} "
                + $"`widths`, and {source.Columns.Count} columns are declared. Give each column one.");
        }
    }

    private static DelimitedFile BeginJson(TextInput input, Func<TextInput> open, string file, SourceFiles source,
        ref IReadOnlyList<string> names)
    {
        byte[] begun = [];
        var isDeclared = names.Count > 0;
        if (!isDeclared)
        {
            (names, begun) = JsonNames.Read(input, file);
        }

        var parser = new JsonLineParser(names, ignoresOthers: source.Columns.Count > 0)
        {
            StepsOver = source.RejectsBrokenRows,
            LooksOnly = source.LooksOnly,
        };
        return new DelimitedFile(input, parser, new FilePosition(file, names, source), source, begun, open);
    }

    private static DelimitedFile BeginInOrder(TextInput input, Func<TextInput> open, string file, SourceFiles source,
        IReadOnlyList<string> names)
    {
        int[] inOrder = [.. Enumerable.Range(0, names.Count)];
        var (stepsOver, looksOnly) = (source.RejectsBrokenRows, source.LooksOnly);
        RowParser parser = source.Format.Style switch
        {
            TextStyle.Fixed => new FixedParser(inOrder, source.Format) { StepsOver = stepsOver, LooksOnly = looksOnly },
            TextStyle.Bcp => new BcpParser(inOrder, source.Format) { StepsOver = stepsOver, LooksOnly = looksOnly },
            _ => new CsvParser(inOrder, source.Format) { StepsOver = stepsOver, LooksOnly = looksOnly },
        };
        byte[] begun = [];
        var lines = 0;
        if (source.Format.Style == TextStyle.Csv)
        {
            (begun, lines) = new CsvHeader(file, source.Format, source.HideValues).ReadWithout(input);
        }

        var place = new FilePosition(file, names, source) { Line = lines };
        return new DelimitedFile(input, parser, place, source, begun, open)
        {
            Nulls = NullWords.Of(source.Format, names),
        };
    }

    // Its text is csv, whose header has been read with the sheet.
    private static DelimitedFile BeginSheet(TextInput input, Func<TextInput> open, string file, SourceFiles source,
        ref IReadOnlyList<string> names)
    {
        var header = input.Sheet!.Header;
        names = names.Count == 0 ? header : names;
        var places = FileHeaders.Places(header, names, file, source);
        var parser = new CsvParser(places, TextFormat.Csv)
        {
            StepsOver = source.RejectsBrokenRows,
            LooksOnly = source.LooksOnly,
            Missing = [.. Enumerable.Range(0, names.Count).Except(places)],
        };
        return new DelimitedFile(input, parser, new FilePosition(file, header, source), source, [], open);
    }

    private static DelimitedFile BeginCsv(TextInput input, Func<TextInput> open, string file, SourceFiles source,
        ref IReadOnlyList<string> names)
    {
        var (header, begun, lines, doubt) = new CsvHeader(file, source.Format, source.HideValues).Read(input);
        if (doubt is not null && !FileHeaders.IsKnown(header, source))
        {
            throw doubt;
        }

        names = names.Count == 0 ? header : names;
        var places = FileHeaders.Places(header, names, file, source);
        var parser = new CsvParser(places, source.Format)
        {
            StepsOver = source.RejectsBrokenRows,
            LooksOnly = source.LooksOnly,
            Missing = [.. Enumerable.Range(0, names.Count).Except(places)],
        };
        var place = new FilePosition(file, header, source) { Line = lines };
        return new DelimitedFile(input, parser, place, source, begun, open)
        {
            Nulls = NullWords.Of(source.Format, names),
        };
    }
}
