using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the loop of a container of what was written.</summary>
/// <param name="scope">What building shares.</param>
/// <param name="source">The connection that the project reads; null = none.</param>
internal sealed class LoopBuilder(BuildScope scope, string? source)
{
    private static readonly SqlType Text = new(SqlTypeKind.NVarChar, 4000);
    private static readonly SqlType Count = new(SqlTypeKind.Int);

    /// <summary>The loop; null where none is written, or nobody knows what of.</summary>
    public LoopDefinition? Build(YamlMap container, string name)
    {
        if (container.Entry(LoopKeys.Section.Name) is not { Value: YamlMap map } entry
            || LoopForms.Find(scope.Context, map, name) is not { } kind)
        {
            return null;
        }

        var read = new LoopDefinition { Kind = kind, At = entry.Key.At, Connection = source };
        var loop = LoopKeys.Section.Read(read, map) with { Rows = map.Text(LoopKeys.Rows.Name) };
        RefuseWithin(container, loop);
        loop = loop with
        {
            Connection = kind is LoopKind.Query or LoopKind.Files ? loop.Connection : null,
            Columns = Columns(loop, map),
            Files = map.Scalar(LoopKeys.Files.Name) is { } files
                ? VariableTexts.Resolve(scope.Context, scope.Variables, files).Text : null,
            Turns = kind == LoopKind.While ? ContainerMode.Linear : loop.Turns,
        };
        CheckConnection(loop, map);
        CheckFiles(loop, map);
        CheckNames(loop, map);
        return loop;
    }

    /// <summary>What each turn gives a value, with the types.</summary>
    private IReadOnlyList<RunColumn> Columns(LoopDefinition loop, YamlMap map) => loop.Kind switch
    {
        LoopKind.Rows => OfVariable(loop, map),
        LoopKind.Query => map.Map(LoopKeys.Rows.Name) is { } rows ? [.. rows.Entries.Select(
            column => new RunColumn(column.Key.Text, ((YamlScalar)column.Value).ToDataType()))] : [],
        LoopKind.Range or LoopKind.While => [new RunColumn(loop.ValueName, TypeOf(loop.ValueName, Count))],
        _ => [new RunColumn(loop.ValueName, TypeOf(loop.ValueName, Text))],
    };

    private SqlType TypeOf(string variable, SqlType otherwise) =>
        scope.Variables.TryGetValue(variable, out var known) ? known.Type : otherwise;

    private IReadOnlyList<RunColumn> OfVariable(LoopDefinition loop, YamlMap map)
    {
        if (scope.Context.RunVariables.GetValueOrDefault(loop.Rows!) is { Type.IsRows: true } variable)
        {
            return variable.Type.Columns;
        }

        var name = map.Scalar(LoopKeys.Rows.Name)!;
        var known = scope.Context.RunVariables.Values.Where(one => one.Type.IsRows).Select(one => one.Name).ToList();
        if (scope.Context.RunVariables.ContainsKey(name.Text) || scope.Variables.ContainsKey(name.Text))
        {
            scope.Context.Bag.Error("ORC1183", name.At, $"'{name.Text}' is one value, and no rows",
                "declare it with scope: run and rows: {Code: char(2)}, or write values: [...]");
        }
        else
        {
            scope.Context.UnknownName("ORC1183", "variable of rows", name, known);
        }

        return [];
    }

    private void CheckConnection(LoopDefinition loop, YamlMap map)
    {
        var key = LoopKeys.Connection.Name;
        if (loop.Kind is not (LoopKind.Query or LoopKind.Files))
        {
            return;
        }

        if (map.Scalar(key) is { } written && scope.KnownConnection(written) is null)
        {
            return;
        }

        if (scope.Connection(loop.Connection) is not { } connection)
        {
            scope.Context.Bag.Error("ORC1180", loop.At, "'forEach' does not say where "
                + (loop.Kind == LoopKind.Query ? "its query is asked" : "its files lie"), $"add {key}: NAME");
        }
        else if (connection.IsFolder != (loop.Kind == LoopKind.Files))
        {
            scope.Context.Bag.Error("ORC1189", map.At(key), connection.IsFolder
                ? $"'{connection.Name}' is a folder of files, which answers no query"
                : $"'{connection.Name}' is a database, in which no files lie",
                connection.IsFolder ? "name a database, or write files: PATTERN" : "name a connection of files");
        }
    }

    // As an object of kind file, which they are told by, works in one folder below that of its connection.
    private void CheckFiles(LoopDefinition loop, YamlMap map)
    {
        if (loop.Files is not { } written || map.Scalar(LoopKeys.Files.Name) is not { } files
            || VariableTexts.IsOpen(written))
        {
            return;
        }

        var path = written.Replace('\\', '/');
        if (BelowFolder.IsLeft(path))
        {
            scope.Context.Bag.Error("ORC1032", files.At,
                $"'{LoopKeys.Files.Name}: {path}' does not lie below the folder of its connection",
                "name it from that folder on, with / between its parts and without ..");
        }
        else if (path.Split('/')[..^1].Any(Wildcard.IsPattern))
        {
            scope.Context.Bag.Error("ORC1122", files.At, $"'{path}' has a * or ? in the name of a folder",
                "write them in the name of the files alone: a loop looks into one folder");
        }
    }

    private void CheckNames(LoopDefinition loop, YamlMap map)
    {
        foreach (var key in map.Items(LoopKeys.KeyColumns.Name).OfType<YamlScalar>().Where(key =>
            loop.Columns.Count > 0 && loop.Columns.All(column => column.Name != key.Text)))
        {
            scope.Context.UnknownName("ORC1184", "column", key, loop.Columns.Select(column => column.Name));
        }

        if (loop is { Key.Count: > 0, Rows: { } rows }
            && scope.Context.RunVariables.GetValueOrDefault(rows) is { Is.IsSensitive: true })
        {
            scope.Context.Bag.Error("ORC1182", map.At(LoopKeys.KeyColumns.Name),
                $"'{LoopKeys.KeyColumns.Name}' does nothing here: '{rows}' is sensitive, so that numbers tell its "
                + "turns apart", "leave it out");
        }

        if (loop is { IsKnown: true, Variable: { } name } && scope.Variables.ContainsKey(name))
        {
            return; // as of a project's: it has the type that was declared
        }

        if (map.Scalar(LoopKeys.Variable.Name) is { } variable)
        {
            _ = VariableBuilder.IsGood(scope.Context, variable);
        }

        foreach (var column in loop.Columns.Where(column =>
            loop.Kind is LoopKind.Rows or LoopKind.Query && VariableBuilder.IsReserved(column.Name)))
        {
            scope.Context.Bag.Error("ORC1060", loop.At, $"'{column.Name}' cannot be the name of a variable",
                "give the column a name that does not begin with orchestrator_: SQL says @NAME");
        }

        foreach (var column in loop.Columns.Where(column => scope.Variables.ContainsKey(column.Name)
            || scope.Context.RunVariables.ContainsKey(column.Name)))
        {
            scope.Context.Bag.Error("ORC1186", loop.At,
                $"'{column.Name}' has a value in each turn, and is a variable of the solution as well",
                "give one of the two another name, so that @NAME means one of them");
        }
    }

    // Within another loop it stands in a turn, beside what else is there.
    private void RefuseWithin(YamlMap container, LoopDefinition loop)
    {
        if (loop.Within is null)
        {
            return;
        }

        string[] ofLevels =
            [ContainerKeys.Level.Name, ContainerKeys.PrecedenceConstraint.Name, HookKeys.OfGroups.Name];
        foreach (var entry in container.Entries.Where(entry => ofLevels.Contains(entry.Key.Text)))
        {
            scope.Context.Bag.Error("ORC1182", entry.Key.At,
                $"'{entry.Key.Text}' does nothing in a loop within '{loop.Within}'",
                "it belongs to the outer container; order what stands in a turn by 'dependsOn'");
        }
    }
}
