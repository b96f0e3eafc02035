using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Schema;

/// <summary>The keys of projects, containers and objects.</summary>
internal static class ProjectShapes
{
    private static readonly MapShape Container = new("a container", [
        Parts.Named("container", "Its name."),
        .. ContainerKeys.Section.Shape.Keys,
        .. CascadeKeys.All,
        Parts.SystemColumnsKey,
        HookKeys.OfGroups,
    ]);

    private static readonly MapShape Column = new("a column", [
        new("column", Parts.NameOfColumn, "Its name in the source.") { IsRequired = true },
        .. ColumnKeys.Section.Shape.Keys,
        .. PolicyKeys.Keys,
    ]);

    private static readonly MapShape Watermark = new("a watermark", [
        Parts.Named("watermark", "Its name."),
        .. WatermarkKeys.Section.Shape.Keys,
    ]);

    private static readonly Shape Options = new NamedShape(new EitherShape(
        new TextShape(TextForm.Value), new ListShape(new TextShape(TextForm.Value)),
        new NamedShape(new TextShape(TextForm.Value))));

    public static MapShape Object { get; } = new("an object", [
        Parts.Named("object", "Its name."),
        Parts.In,
        new("kind", new WordShape(KindTable.Written), $"Default {KindTable.Default}."),
        new(SourceKeys.Section.Name, SourceKeys.Section.Shape, "What it reads: a table, a file or a query."),
        new(TargetKeys.Section.Name, TargetKeys.Section.Shape, "What it writes."),
        new("container", Parts.Name, "The container it is in."),
        new("tags", Parts.Names, "For selection and members."),
        new("ownThread", Parts.Flag, "Whether it starts first in its container."),
        DependencyKeys.Key,
        new("sql", Parts.SqlWithNames, "Kind sql: the statement."),
        new("script", Parts.Text, "Kind sql: a file with the statement, below the solution."),
        .. CallKeys.Section.Shape.Keys,
        .. OfOneKind(isLoad: false),
        new(ExpectKeys.Section.Name, ExpectKeys.Section.Shape, "What is expected of each attempt."),
        new(ProcessKeys.Section.Name, ProcessKeys.Section.Shape,
            "Kind process: the program; runs only with `run --allow process`."),
        new(PluginKeys.Section.Name, new MapShape("a plugin", PluginKeys.Section.Shape.Keys),
            "Kinds dataflow and script: a class of a plug-in; runs only with `run --allow plugins`."),
        new("options", Options, "Kinds dataflow and script: what the class is told, by name, with ${var:NAME}."),
        new(HttpKeys.Section.Name, HttpKeys.Section.Shape, "Kind http: the request that is sent."),
        new(KindTable.IdempotentKey, Parts.Flag,
            $"Kinds {Listed(kind => kind.Keys.Contains(KindTable.IdempotentKey))}: whether it may run again where "
            + $"nobody knows what became of it; default false, of a {Listed(kind => kind.IsIdempotent)} true."),
        new("enabled", new ConditionShape(), "Whether it runs at all: true, false or an expression; default true."),
        .. OfOneKind(isLoad: true),
        new("watermarks", new ListShape(Watermark), "Up to where it has been loaded; at most one."),
        new("columns", new EitherShape(new ListShape(Column), new WordShape([ColumnKeys.FromTarget])),
            $"Its columns; {ColumnKeys.FromTarget} = those of the target in the catalog; left out = all, by name."),
        .. CascadeKeys.All,
        Parts.SystemColumnsKey,
        HookKeys.OfObjects,
        new(FileTaskKeys.Section.Name, FileTaskKeys.Section.Shape, "Kind file: what is done with which files."),
        new(TransferKeys.Section.Name, TransferKeys.Section.Shape,
            "Kind transfer: files to or from a file server, over SFTP."),
        .. ValueKeys.Section.Shape.Keys,
        ValueKeys.SqlFrom,
        .. FactKeys.Section.Shape.Keys,
        ConditionKeys.Key,
        OpenKeys.Key,
    ]);

    public static MapShape Project { get; } = new("a project", [
        Parts.Named("project", "Its name."),
        .. ProjectKeys.Section.Shape.Keys,
        new("containers", new ListShape(Container), "Its containers."),
        new("objects", new EitherShape(new WordShape(["*"]), new ListShape(Object)),
            "Objects in place, or \"*\" = every file of the source."),
        .. CascadeKeys.All,
        Parts.SystemColumnsKey,
        HookKeys.OfGroups,
    ]);

    /// <summary>The keys that a kind has to itself, in the order of the table. The flag keeps the order of the schema,
    /// where other keys stand between those of loads and those of others.</summary>
    private static IEnumerable<Key> OfOneKind(bool isLoad) => KindTable.All.Where(kind => kind.IsLoad == isLoad)
        .Select(kind => kind.Own?.Invoke().KeyOf(kind)).OfType<Key>();

    /// <summary>The kinds that have something, as a sentence names them: `a, b and c`.</summary>
    private static string Listed(Func<PackageKind, bool> has)
    {
        string[] words = [.. KindTable.All.Where(has).Select(kind => kind.Word)];
        return words is [.. var before, var last] && before.Length > 0
            ? $"{string.Join(", ", before)} and {last}" : string.Concat(words);
    }
}
