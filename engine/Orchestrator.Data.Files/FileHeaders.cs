namespace Orchestrator.Data.Files;

/// <summary>
/// The columns of several files of one object: each file has its own, in its own order, and they are taken by name. All
/// headers are read before the first row, but for those of pipes, which are read once.
/// </summary>
internal static class FileHeaders
{
    /// <summary>The names of all columns, in the order in which they are met; none = the first file decides.</summary>
    /// <exception cref="DataRefusedException">A header cannot be, or lacks what is read.</exception>
    public static IReadOnlyList<string> Of(
        SourceFiles source, FileOpener opener, IReadOnlyList<RowFile> files, CancellationToken cancellation)
    {
        var hasHeader = source.Format.BeginsWithNames || source.Format.Style == TextStyle.Excel;
        var mayDiffer = hasHeader ? source.Columns.Count > 0 || source.FillsMissing
            : source.Format.Style == TextStyle.JsonLines && source.Columns.Count == 0 && source.FillsMissing;
        if (files.Count < 2 || !mayDiffer)
        {
            return hasHeader ? [] : source.Columns;
        }

        var headers = new List<(string File, IReadOnlyList<string> Names)>();
        foreach (var file in files)
        {
            cancellation.ThrowIfCancellationRequested();
            if (opener.IsEmpty(file))
            {
                continue;
            }

            using var input = opener.Open(file, isHashed: false, cancellation);
            headers.Add((file.Name, input.Sheet is { } sheet ? sheet.Header
                : hasHeader ? NamesOfCsv(input, file.Name, source) : JsonNames.Read(input, file.Name).Names));
        }

        string[] names =
            [.. headers.SelectMany(header => header.Names).Distinct(StringComparer.OrdinalIgnoreCase)];
        foreach (var (file, header) in headers.Where(_ => hasHeader))
        {
            Places(header, names, file, source);
        }

        return names;
    }

    /// <summary>The column that each field of a header goes into.</summary>
    /// <exception cref="DataRefusedException">It has one that nobody knows of, or lacks one that is read.</exception>
    public static int[] Places(
        IReadOnlyList<string> header, IReadOnlyList<string> names, string file, SourceFiles source)
    {
        var placeOf = names.Index().ToDictionary(x => x.Item, x => x.Index, StringComparer.OrdinalIgnoreCase);
        int[] places = [.. header.Select(name => placeOf.GetValueOrDefault(name, -1))];
        var unknown = Array.IndexOf(places, -1);
        var missing = source.FillsMissing && source.Columns.Count == 0
            ? null
            : names.Except(header, StringComparer.OrdinalIgnoreCase).FirstOrDefault(name => IsRead(name, source));
        return unknown < 0 && missing is null ? places : throw new DataRefusedException("ORC3103",
            source.Columns.Count > 0 && missing is not null ? Lacks(file, missing, header, source)
            : $"{file}: expected the columns {string.Join(", ", names)} in the header, got"
                + (source.HideValues ? $" {header.Count} others " : $": {string.Join(", ", header)} ")
                + (missing is not null ? $"('{missing}' is missing)."
                    : source.HideValues ? "(one is too many)." : $"('{header[unknown]}' is too many).")
                + " Files of one object differ in columns where it names its `columns`, or with `drift: ignore`.")
        { File = file, Line = source.Format.SkipLines + 1 };
    }

    /// <summary>Whether any column that is read is in a header, so that it is one of this format.</summary>
    public static bool IsKnown(IReadOnlyList<string> header, SourceFiles source) =>
        source.Columns.Any(column => header.Contains(column, StringComparer.OrdinalIgnoreCase));

    private static IReadOnlyList<string> NamesOfCsv(TextInput input, string file, SourceFiles source)
    {
        var found = new CsvHeader(file, source.Format, source.HideValues).Read(input);
        return found.Doubt is null || IsKnown(found.Names, source) ? found.Names : throw found.Doubt;
    }

    private static bool IsRead(string name, SourceFiles source) =>
        source.Columns.Count == 0 || source.Columns.Contains(name, StringComparer.OrdinalIgnoreCase);

    private static string Lacks(string file, string missing, IReadOnlyList<string> header, SourceFiles source) =>
        $"{file}: the object reads the column '{missing}', which other files of '{source.Pattern}' have and its header "
        + $"has not{(source.HideValues ? "" : $": {string.Join(", ", header)}")}. Correct the file, or give it an "
        + "object of its own.";
}
