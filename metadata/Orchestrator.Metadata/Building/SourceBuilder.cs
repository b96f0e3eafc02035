using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Says what an object reads: a table, a file or a query.</summary>
internal sealed class SourceBuilder(BuildScope scope, string? connection)
{
    public ObjectSource? Build(EffectiveObject one, ObjectDefinition? repeated)
    {
        var written = one.Map.Map(SourceKeys.Section.Name);
        if (connection is null)
        {
            scope.Context.Bag.Error("ORC1014", one.At,
                $"the object '{one.Name}' has nothing to read: its project has no "
                + "source", "add 'source: CONNECTION' to the project, or 'source: {connection: NAME}' to the object");
            return null;
        }

        if (written is null || IsAnotherPlaceAlone(written, repeated))
        {
            return repeated is null ? ByName(one)
                : repeated.Target.Format is { } format ? new ObjectSource
                {
                    Connection = connection,
                    File = repeated.Load.Pattern.Value == LoadPattern.Append
                        ? FileParts.Pattern(repeated.Target.Name)
                        : repeated.Target.Name,
                    Format = format,
                }
                : new ObjectSource
                {
                    Connection = connection,
                    Schema = repeated.Target.Schema,
                    Name = repeated.Target.Name,
                };
        }

        written = WithVariables(written);
        Check(written);
        var query = SqlTexts.Of(scope.Context, written, SourceKeys.Query.Name);
        var procedure = new ProcedureBuilder(scope).Build(written);
        var file = written.Scalar(SourceKeys.File.Name);
        var member = written.Scalar(SourceKeys.Member.Name);
        var command = new CommandBuilder(scope).Build(written);
        var source = new ObjectSource
        {
            Connection = connection,
            Name = file is null && query is null && procedure is null && command is null ? one.WrittenName : null,
            File = file?.Text,
            Command = command,
            FileAsWritten = AsWritten(file),
            Format = written.Text(SourceKeys.Format.Name) ?? "csv",
            Member = member?.Text,
            MemberAsWritten = AsWritten(member),
            Query = query,
            Procedure = procedure,
        };
        return SourceKeys.Section.Read(new WrittenSource(source, null, one.At), written).Source;
    }

    // The table that is repeated, read on another connection, as on a copy of its database.
    private bool IsAnotherPlaceAlone(YamlMap written, ObjectDefinition? repeated) =>
        repeated is { Target.Format: null }
        && written is { Refused.Count: 0, Entries: [{ Key.Text: var key }] } && key == SourceKeys.Connection.Name
        && scope.Connection(connection) is not { IsFolder: true };

    private YamlMap WithVariables(YamlMap written) => written with
    {
        Entries = [.. written.Entries.Select(entry => entry is { Key.Text: "file" or "member", Value: YamlScalar name }
            ? entry with { Value = VariableTexts.Resolve(scope.Context, scope.Variables, name, takesOfRun: true) }
            : entry)],
    };

    private static string? AsWritten(YamlScalar? name) =>
        name is { Written: { } asWritten } && VariableTexts.IsOpen(asWritten) ? asWritten : null;

    private ObjectSource ByName(EffectiveObject one)
    {
        if (scope.Connection(connection) is { IsFolder: true } && !one.Map.Refused.Contains("source"))
        {
            scope.Context.Bag.Error("ORC1041", one.At, $"the object '{one.Name}' does not say which file it reads",
                $"source: {{file: {one.WrittenName}.csv}}");
        }

        return new ObjectSource { Connection = connection!, Name = one.WrittenName };
    }

    private void Check(YamlMap written)
    {
        var bag = scope.Context.Bag;
        var ways = written.Entries.Select(entry => entry.Key)
            .Where(key => key.Text is "name" or "file" or "query" or "script" or "procedure" or "command").ToList();
        if (ways.Count > 1)
        {
            bag.Error("ORC1041", ways[1].At, $"'{ways[0].Text}' and '{ways[1].Text}' stand in one source",
                "an object reads a table, a file, a query, a procedure or a command: keep one");
        }

        if (written.Entry("where") is { } where && ways.Exists(way => way.Text != "name"))
        {
            bag.Error("ORC1038", where.Key.At, "'where' does nothing here: it goes with a table only",
                "put the condition into the query, or load the file and filter behind it",
                    new Fix(where.Key.At, 0, "# "));
        }

        FitsPlatform(written, ways);
        CheckFile(written);
    }

    private void FitsPlatform(YamlMap written, List<YamlScalar> ways)
    {
        if (scope.Connection(connection) is not { } from)
        {
            return;
        }

        var isFiles = from.IsFolder;
        foreach (var way in ways.Where(way => isFiles != (way.Text is "file" or "command")))
        {
            scope.Context.Bag.Error("ORC1038", way.At, isFiles
                ? $"'{way.Text}' does nothing with '{connection}', which is a folder of files"
                : $"'{way.Text}' does nothing with '{connection}', which is a database", isFiles ? "write file: NAME"
                    : "write name: TABLE",
                isFiles && way.Text != "name" ? null : new Fix(way.At, way.Length, isFiles ? "file" : "name"));
        }

        if (isFiles && ways.Count == 0 && written.Refused.Count == 0)
        {
            scope.Context.Bag.Error("ORC1041", written.At, "the source does not say which file is read",
                "add file: NAME");
        }

        if (!isFiles && written.Entry("format") is { } format)
        {
            scope.Context.Bag.Error("ORC1038", format.Key.At, "'format' does nothing without a file", "leave it out");
        }
    }

    private void CheckFile(YamlMap written)
    {
        if (written.Scalar("file") is { } file
            && (Path.IsPathRooted(file.Text) || file.Text.Split('/', '\\').Contains("..")))
        {
            scope.Context.Bag.Error("ORC1032", file.At, $"the file '{file.Text}' lies outside the connection's folder",
                "name a file below it");
        }

        if (written.Scalar("format") is { } format && scope.Connection(connection) is { } files
            && files.IsFolder && !files.Formats.ContainsKey(format.Text))
        {
            scope.Context.UnknownName("ORC1025", "format", format, files.Formats.Keys);
        }

        if (written.Entry(SourceKeys.IgnoreCase.Name) is { } ignored && written.Entry(SourceKeys.File.Name) is null)
        {
            scope.Context.Bag.Error("ORC1038", ignored.Key.At,
                $"'{SourceKeys.IgnoreCase.Name}' does nothing here: it goes with a file only", "leave it out");
        }

        FilePresence.Check(scope, connection, written);
        MemberChecks.Check(scope, connection, written);
    }
}
