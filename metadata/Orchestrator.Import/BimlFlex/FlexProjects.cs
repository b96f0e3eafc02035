using Orchestrator.Import.Foreign;

namespace Orchestrator.Import.BimlFlex;

/// <summary>Makes projects of those of BimlFlex: each goes from its source into the first store behind it.</summary>
/// <param name="rows">What was exported.</param>
/// <param name="connections">The connections.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class FlexProjects(FlexRows rows, FlexConnections connections, ForeignProblems problems)
{
    private readonly HashSet<string> _taken = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Those that are imported.</summary>
    public List<FlexProject> All() => [.. rows.Of("Projects").Select(Made).OfType<FlexProject>()];

    /// <summary>The file of one.</summary>
    public static ForeignFile File(FlexProject project) => new(ForeignFile.Project, project.Name, new ImportFile(
        $"{ProjectImport.FolderOf(project.Name)}/project.yaml",
        YamlMapText.Document("../../",
        [
            .. YamlMapText.Pair("project", project.Name),
            .. YamlMapText.Pair("source", project.Source.Name),
            .. YamlMapText.Pair("target", project.Target.Name),
            "ordering: dependencies",
        ])));

    private FlexProject? Made(FlexRow row)
    {
        var name = FlexModel.NameOf(row, "project");
        var plain = ImportNames.Plain(name);
        if (plain.Length == 0 || !_taken.Add(plain))
        {
            problems.Error(plain.Length == 0 ? ForeignCodes.Unknown : ForeignCodes.Twice, row.At,
                plain.Length == 0 ? "the project has no name" : $"two projects would be called '{plain}'",
                "give it a name of its own");
            return null;
        }

        var source = Connection(row, plain, "sourceconnection");
        var stage = row.Text(Names("stageconnection"));
        var isStaged = source?.Stage.Code == FlexStage.Source && stage.Length > 0;
        var target = Connection(row, plain, isStaged ? "stageconnection" : "targetconnection");
        if (source is null || target is null || !IsImported(row, plain, source) || !IsImported(row, plain, target))
        {
            return null;
        }

        if (source == target)
        {
            problems.Error(ForeignCodes.NoEqual, row.At,
                $"the project '{plain}' reads and writes '{source.Name}', and is not imported",
                "write objects with a query and a target of another name for it");
            return null;
        }

        SayRest(row, plain, target, isStaged);
        SayKept(row, plain, source, target);
        return new FlexProject(row, plain, source, target);
    }

    private FlexConnection? Connection(FlexRow row, string project, string column)
    {
        var name = row.Text(Names(column));
        var found = connections.Find(name);
        if (found is null)
        {
            problems.Error(ForeignCodes.Unknown, row.At, name.Length == 0
                ? $"the project '{project}' names no {column}"
                : $"the project '{project}' has the {column} '{ForeignProblems.Shown(name)}', which was not exported",
                "export the whole table of connections");
        }

        return found;
    }

    private static string[] Names(string column) => [column, $"{column}name", $"{column}uid", $"{column}id"];

    private bool IsImported(FlexRow row, string project, FlexConnection connection)
    {
        if (connection.Platform is null)
        {
            problems.Error(connection.WhyNot, row.At,
                $"the project '{project}' and its objects are not imported: '{connection.Name}' is not",
                "what its connection lacks is said there");
        }

        return connection.Platform is not null;
    }

    // A source says whether its history is kept.
    private void SayKept(FlexRow row, string project, FlexConnection source, FlexConnection target)
    {
        if (connections.Find(row.Text(Names("persistentstageconnection"))) is { } kept && kept != target
            && source.Row.Flag("persisthistory") != false)
        {
            problems.Error(ForeignCodes.NoEqual, row.At,
                $"that the project '{project}' keeps what it has staged in '{kept.Name}' is not imported",
                $"write a project with inherit: {project} and target: {kept.Name}, whose load is a Merge, or whose "
                + "objects keep versions (`orchestrator help scd`)");
        }
    }

    private void SayRest(FlexRow row, string project, FlexConnection target, bool isStaged)
    {
        if (isStaged && connections.Find(row.Text(Names("targetconnection"))) is { } behind && behind != target)
        {
            problems.Error(behind.Stage.IsVault ? ForeignCodes.DataVault : ForeignCodes.NoEqual, row.At,
                $"what the project '{project}' makes of '{target.Name}' in '{behind.Name}' is not imported",
                "write a project with objects for it, whose source is the stage");
        }

        if (row.Text(Names("landingconnection")).Length > 0)
        {
            problems.Warn(ForeignCodes.NoEqual, row.At,
                $"the project '{project}' landed files on its way, and loads without them here");
        }

        if (row.Text("parentproject").Length > 0)
        {
            problems.Warn(ForeignCodes.NoEqual, row.At, $"the project '{project}' has no parent here",
                "batches order projects");
        }
    }
}
