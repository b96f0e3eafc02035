using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the solution of what was written: names resolved, cascades and `inherit` carried out.</summary>
internal sealed class SolutionBuilder(LoadContext context, Drafts drafts, string? environment)
{
    private IReadOnlyDictionary<string, Variable> _variables = new Dictionary<string, Variable>();
    private IReadOnlyList<KnownTable> _catalog = [];
    private IReadOnlyList<FileServer> _fileServers = [];

    public Solution? Build()
    {
        SolutionChecks.Check(context, drafts);
        var overlay = environment is null ? null : drafts.Environments.Find(draft => draft.Name == environment);
        context.RunVariables = RunVariableBuilder.Build(context, drafts);
        _variables = VariableBuilder.Build(context, drafts, overlay);
        _fileServers = FileServerBuilder.Build(context, drafts, overlay);
        var connections = ConnectionBuilder.Build(
            context, drafts, overlay, _fileServers, StoreBuilder.Build(context, drafts, overlay),
            BlobStoreBuilder.Build(context, drafts, overlay));
        var calendars = CalendarBuilder.Build(context, drafts);
        var triggers = new TriggerBuilder(context, drafts, connections, calendars, overlay);
        var mail = MailBuilder.Build(context, drafts, overlay);
        var alerts = new AlertBuilder(context, MailBuilder.IsDeclared(drafts, overlay), overlay);
        var conditions = new ConditionBuilder(context, _variables);
        var batches = new BatchBuilder(context, drafts, connections, triggers, alerts, conditions).Build();
        _catalog = CatalogBuilder.Build(context, drafts, connections);
        var projects = Projects(connections, null);
        ProjectChecks.Check(context, projects, connections);
        OpenChecks.Check(context, projects);
        DialectChecks.Check(context, projects, connections);
        StoredFolderChecks.Check(context, projects, connections);
        AlertChecks.Buffers(context, batches, projects);
        DurabilityChecks.Check(context, projects, connections);
        LedgerChecks.Check(context, drafts.Solution?.Map.Scalar("ledger"), connections, projects);
        var parity = ParityBuilder.Build(context, drafts.Solution, connections);
        var byBatch = drafts.Batches.DistinctBy(draft => draft.Name).Where(WritesCascade)
            .ToDictionary(draft => draft.Name, draft => Projects(connections, draft.Map));
        if (context.Bag.HasErrors || drafts.Solution is not { } solution)
        {
            return null;
        }

        var built = new Solution
        {
            Name = solution.Name,
            Folder = context.Folder,
            Environment = environment ?? "default",
            Environments = [.. drafts.Environments.Select(draft => draft.Name)],
            Protected = overlay?.Map.Flag("protected", false) ?? false,
            Ledger = solution.Map.Text("ledger"),
            Variables = [.. _variables.Values],
            RunVariables = [.. context.RunVariables.Values],
            AsOf = context.Options.AsOf,
            Connections = connections,
            Catalog = _catalog,
            Parity = parity,
            Calendars = calendars,
            Mail = mail,
            Batches = batches,
            Projects = projects,
            ProjectsByBatch = byBatch,
            Files = [.. context.Files.Where(file => !SolutionFiles.IsOfOther(file.Path, environment))
                .Select(file => new SourceText(file.Path, file.Text))],
        };
        return solution.Map.Map(SolutionKeys.Section.Name) is { } settings
            ? SolutionKeys.Section.Read(built, settings) : built;
    }

    /// <summary>
    /// The solution with its connections alone, as far as they can be read, whatever is wrong elsewhere.
    /// </summary>
    public Solution ConnectionsAlone()
    {
        var overlay = environment is null ? null : drafts.Environments.Find(draft => draft.Name == environment);
        return new Solution
        {
            Name = drafts.Solution?.Name ?? "",
            Folder = context.Folder,
            Environment = environment ?? "default",
            Protected = overlay?.Map.Flag("protected", false) ?? false,
            Ledger = drafts.Solution?.Map.Text("ledger"),
            Connections = ConnectionBuilder.Build(
                context, drafts, overlay, FileServerBuilder.Build(context, drafts, overlay),
                StoreBuilder.Build(context, drafts, overlay), BlobStoreBuilder.Build(context, drafts, overlay)),
            Batches = [],
            Projects = [],
            Files = [],
        };
    }

    private static bool WritesCascade(Draft batch) => batch.Map.Entries.Any(entry =>
        entry.Key.Text == "systemColumns" || CascadeKeys.All.Any(key => key.Name == entry.Key.Text));

    private IReadOnlyList<Project> Projects(IReadOnlyList<Connection> connections, YamlMap? batch)
    {
        var scope = new BuildScope(context, drafts, connections)
        {
            Variables = _variables,
            TypeMappings = TypeMappingBuilder.Build(context, drafts.Solution),
            Catalog = _catalog,
            FileServers = _fileServers,
            NamePattern = drafts.Solution?.Map.Map(SolutionKeys.Section.Name)?.Text(SolutionKeys.ObjectNamePattern.Name)
                ?? SolutionKeys.Section.Standard.ObjectNamePattern.Value,
            Above = Cascade.Of(drafts).Under(batch),
        };
        var inheritance = new Inheritance(scope, new ForEachBuilder(context, _variables));
        return Writers.Name(Instances.Resolve(new ProjectBuilder(scope, inheritance).Build()));
    }
}
