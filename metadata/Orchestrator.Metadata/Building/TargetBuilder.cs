using Orchestrator.Core;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Says what an object writes: a table, or a file.</summary>
internal sealed class TargetBuilder(BuildScope scope, string? source, string target)
{
    public ObjectTarget Build(EffectiveObject one, ObjectSource? reads)
    {
        if (KindTable.Of(one.Map.Text("kind")).Target == TargetUse.None)
        {
            // What a program writes is its own affair; hooks and the log have to be somewhere.
            return new ObjectTarget(target, null, one.Name);
        }

        var isFiles = scope.Connection(target) is { IsFolder: true };
        var written = OfEach(one.Map.Map(TargetKeys.Section.Name), one);
        Check(one.Own?.Map(TargetKeys.Section.Name), isFiles);
        if (isFiles)
        {
            CheckFormat(written, one);
            var format = written?.Text(TargetKeys.Format.Name) ?? "csv";
            var file = written?.Text(TargetKeys.File.Name) ?? FileOf(one, reads, written, format);
            return new ObjectTarget(target, null, file)
            {
                Format = format,
            };
        }

        var table = new ObjectTarget(target, null, Named(one, reads));
        return written is null ? table
            : TargetKeys.Section.Read(new WrittenTarget(table, null, one.At), written).Target;
    }

    /// <summary>Names in which only the variable of `forEach` stands: a plan does not follow the others.</summary>
    private YamlMap? OfEach(YamlMap? written, EffectiveObject one) => written is null ? null : written with
    {
        Entries = [.. written.Entries.Select(entry =>
            entry.Value is YamlScalar name
                && entry.Key.Text != TargetKeys.Create.Name && entry.Key.Text != TargetKeys.Connection.Name
                ? entry with { Value = OfEach(entry.Key.Text, name, one) }
                : entry)],
    };

    private YamlScalar OfEach(string key, YamlScalar name, EffectiveObject one)
    {
        var given = one.Given.ToLookup(value => value.Variable, value => value.Value?.Text, StringComparer.Ordinal);
        var text = VariableTexts.Put(name.Text, variable => given[variable].FirstOrDefault(value => value is not null));
        // What the run finds out is put in by the turn.
        var left = VariableTexts.Put(name.Text, variable => given[variable].Any(value => value is not null)
            || one.Open.Any(value => value.Variable == variable) ? "" : null);
        // A file may be called by what the run finds out; a table has one name for all nights.
        if (left.Contains("${var:", StringComparison.Ordinal)
            && !(key == TargetKeys.File.Name && VariableTexts.IsOfRun(scope.Context, left)))
        {
            scope.Context.Bag.Error("ORC1033", name.At, $"'{name.Text}' in '{key}' holds a variable that the project "
                + "has no 'forEach' for", "a target has one name, or one for each value of 'forEach'");
        }

        return name with { Text = text };
    }

    // What an inherited object is called as a table is what its file is called.
    private string FileOf(EffectiveObject one, ObjectSource? reads, YamlMap? written, string format)
    {
        var folder = written?.Text("schema") is { Length: > 0 } schema ? schema + "/" : "";
        var style = scope.Connection(target)!.Formats.TryGetValue(format, out var known) ? known.Style : FileStyle.Csv;
        var ending = style switch { FileStyle.Csv => ".csv", FileStyle.Jsonl => ".jsonl", _ => ".txt" };
        return $"{folder}{written?.Text("name") ?? Named(one, reads)}{ending}";
    }

    private string Named(EffectiveObject one, ObjectSource? reads) => scope.NamePattern
        .Replace("@@this", one.Map.Text("object"), StringComparison.Ordinal)
        .Replace("@@schema", reads?.Schema ?? "", StringComparison.Ordinal)
        .Replace("@@rs", scope.Connection(source)?.RecordSource ?? "", StringComparison.Ordinal);

    private void Check(YamlMap? written, bool isFiles)
    {
        foreach (var entry in (written?.Entries ?? []).Where(entry => entry.Key.Text != TargetKeys.Connection.Name))
        {
            var isOfFiles = entry.Key.Text is "file" or "format";
            if (isOfFiles != isFiles && scope.Connection(target) is not null)
            {
                scope.Context.Bag.Error("ORC1038", entry.Key.At, isFiles
                    ? $"'{entry.Key.Text}' does nothing with '{target}', which is a folder of files"
                    : $"'{entry.Key.Text}' does nothing with '{target}', which is a database",
                    isFiles ? "write file: NAME, or leave it out" : "write name: TABLE, or leave it out");
            }
        }

        if (isFiles && written is not null)
        {
            CheckFile(written);
        }
    }

    private void CheckFile(YamlMap written)
    {
        if (written.Scalar("file") is { } file)
        {
            var closed = VariableTexts.Closed(file.Text);
            var parts = closed.Split('/');
            if (Path.IsPathRooted(closed) || closed.Contains('\\', StringComparison.Ordinal)
                || parts.Any(part => part is "" or "." or ".."))
            {
                scope.Context.Bag.Error("ORC1032", file.At,
                    $"the file '{file.Text}' lies outside the connection's folder", "name a file below it");
            }

            if (Wildcard.IsPattern(closed) || closed.Contains(':', StringComparison.Ordinal))
            {
                scope.Context.Bag.Error("ORC1038", file.At,
                    $"'{file.Text}' cannot be the name of one file: it holds *, ? or :", "name the file to write");
            }
        }
    }

    // Also where it is repeated: a folder that does not know the format would get csv in its place.
    private void CheckFormat(YamlMap? written, EffectiveObject one)
    {
        var formats = scope.Connection(target)!.Formats;
        if (written?.Scalar(TargetKeys.Format.Name) is not { } format || formats.ContainsKey(format.Text))
        {
            return;
        }

        if (one.Own?.Map(TargetKeys.Section.Name)?[TargetKeys.Format.Name] is not null)
        {
            scope.Context.UnknownName("ORC1025", "format", format, formats.Keys);
        }
        else
        {
            scope.Context.Bag.Error("ORC1025", one.At, $"'{one.Name}' repeats the format '{format.Text}', which "
                + $"'{target}' does not have",
                $"declare it in the formats of '{target}', or write target: {{format: NAME}} here");
        }
    }
}
