using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Json;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>What all packages of an estate become together: one solution.</summary>
internal sealed partial class EstatePlanner
{
    // Packages that call each other twice, level by level, would be without end.
    private const int CopiesMax = 200;

    private static readonly UTF8Encoding Strict = new(
        encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly SsisEstate _estate;
    private readonly ConnectionTable _connections = new();
    private readonly HashSet<string> _batches = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> _projects = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<(PackagePlan Plan, PackagePlanner Planner)> _plans = [];
    private readonly List<(SsisProject Project, IReadOnlyList<ImportedValue> Values)> _shared = [];
    private readonly Dictionary<string, PackagePlan> _byFile = new(StringComparer.Ordinal);

    private readonly Dictionary<PackagePlan, Func<PackagePlan>> _again = [];
    private readonly KnownKeys _keys;

    private EstatePlanner(SsisEstate estate, KnownKeys keys) => (_estate, _keys) = (estate, keys);

    /// <summary>Plans an estate.</summary>
    /// <param name="estate">What was read.</param>
    /// <param name="name">What the solution is called.</param>
    /// <param name="keys">The keys of its tables that are known.</param>
    public static EstatePlan Plan(SsisEstate estate, string name, KnownKeys keys) =>
        new EstatePlanner(estate, keys).Plan(name);

    private EstatePlan Plan(string name)
    {
        var solution = new SolutionDraft(name);
        var naming = new VariableNaming(_estate);
        foreach (var project in _estate.Projects)
        {
            var shared = PackageValues.Shared(project, naming);
            _shared.Add((project, shared));
            foreach (var package in project.Packages.Where(each => !each.IsEncrypted && !each.IsRefused))
            {
                _byFile.TryAdd(package.File, Add(package, project, shared, naming, solution));
            }
        }

        // What a caller gives is known before anything is made of it. Who calls a package once more adds one.
        for (var at = 0; at < _plans.Count; at++)
        {
            var plan = _plans[at].Plan;
            plan.Try(() => Call(plan));
        }

        foreach (var plan in _plans.Select(each => each.Plan).Where(each => each.Caller is null).ToArray())
        {
            Give(plan);
        }

        var logs = new LogTables([.. _plans.Select(each => each.Plan)]);
        foreach (var (plan, planner) in _plans)
        {
            plan.Try(() => planner.Plan(logs));
        }

        Wire();
        foreach (var plan in _plans.Select(each => each.Plan).Where(each => each.Caller is null))
        {
            if (Batch(plan) is { Projects.Count: > 0 } batch)
            {
                solution.Batches.Add(batch);
            }
        }

        solution.Projects.AddRange(_plans.SelectMany(each => each.Plan.Tables).SelectMany(each => each.Made)
            .Where(each => each.Objects.Count > 0).OrderBy(each => each.Name, StringComparer.Ordinal));
        solution.Projects.ForEach(Tidy);
        BeganNotes.Tell(solution);
        solution.Connections.AddRange(_connections.Made);
        solution.Variables.AddRange(naming.Made);
        Environments(solution);
        return new EstatePlan(_estate, solution, [.. _plans.Select(each => each.Plan)], _connections);
    }

    // What calls a package that cannot be translated waits for it all the same; what it calls begins by itself.
    private void Wire()
    {
        var wired = new HashSet<PackagePlan>();
        while (_plans.Select(each => each.Plan).Where(each => each.Caller is null && wired.Add(each)).ToArray()
            is { Length: > 0 } roots)
        {
            foreach (var plan in roots)
            {
                new Wiring(plan).Wire([]);
            }
        }

        foreach (var (plan, _) in _plans)
        {
            plan.Try(() => new CountedReaders(plan).Tell());
            plan.Try(() => Dispositions.Of(plan));
            plan.Try(() => Write(plan));
        }

        if (_plans.Any(each => each.Plan.Broken is not null))
        {
            foreach (var one in _plans.SelectMany(each => each.Plan.Tables).SelectMany(each => each.Made)
                .SelectMany(each => each.Objects))
            {
                one.DependsOn.RemoveAll(each => (each.Object is { } former && !former.Project.Objects.Contains(former))
                    || (each.Container is { } around && !around.Project.Containers.Contains(around)));
            }
        }
    }

    // What cannot be written is found here, where it is the package's alone.
    private static void Write(PackagePlan plan)
    {
        foreach (var one in plan.Tables.SelectMany(each => each.Made).SelectMany(each => each.Objects))
        {
            _ = Strict.GetByteCount(DraftFiles.Of(one).Text);
        }
    }

    private PackagePlan Add(SsisPackage package, SsisProject project, IReadOnlyList<ImportedValue> shared,
        VariableNaming naming, SolutionDraft solution, bool isCopy = false)
    {
        Exception? broken = null;
        PackageValues values;
        try
        {
            values = new PackageValues(package, shared, naming);
        }
        catch (Exception mistake) when (mistake is not (OutOfMemoryException or OperationCanceledException))
        {
            broken = mistake;
            values = new PackageValues(Bare(package), shared, naming);
        }

        var context = new TaskContext(package, project, values, _connections, naming, solution, _keys);
        var projects = new ProjectTable(
            DraftNames.Plain(package.Name, "Package"), package.File, () => _connections.Nothing, Free);
        var plan = new PackagePlan(package, context, projects) { IsCopy = isCopy };
        if (broken is not null)
        {
            plan.Break(broken);
        }

        if (!isCopy)
        {
            solution.Late.Add(($"{context.Folder}/package.json", () => Written(package)));
        }

        _plans.Add((plan, new PackagePlanner(plan, Free)));
        _again[plan] = () => Add(package, project, shared, naming, solution, isCopy: true);
        return plan;
    }

    // What cannot be written, as it is nested too deep, is named at least.
    private static string Written(SsisPackage package)
    {
        try
        {
            return ModelJson.Of(package);
        }
        catch (Exception mistake) when (mistake is JsonException or NotSupportedException or InvalidOperationException
            or ArgumentException)
        {
            return ModelJson.Of(Bare(package));
        }
    }

    private static SsisPackage Bare(SsisPackage package) => new()
    {
        Name = package.Name,
        File = package.File,
        Root = new SsisExecutable { Path = package.Root.Path, Name = package.Name, Kind = ExecutableKind.Package },
    };

    private string Free(string name) => DraftNames.Free(name, _projects.Add);

    // A package is a part of the batch that calls it; for each further call its projects are made once more, as each is
    // a run of its own, with variables of its own.
    private void Call(PackagePlan plan)
    {
        foreach (var step in plan.Root.All().Where(each => each.Executable.Call is not null))
        {
            var called = _byFile.GetValueOrDefault(step.Executable.Call!.CalledFile);
            var why = called is null ? "the package that it calls is not among those that were read"
                : step.IsDisabled ? "it is disabled"
                : plan.IsBehind(called) ? "the package calls itself"
                : step.Around is not null ? "a package that is called in each turn of a loop has no equal"
                : called.Caller is not null && _plans.Count(each => each.Plan.IsCopy) >= CopiesMax
                    ? $"the packages call each other at more than {CopiesMax} places"
                : Changed(step) is { } changed ? changed
                : Lost(plan, step) is { } lost ? $"it gives the package '{lost}', which nobody knows"
                : "";
            if (why.Length > 0)
            {
                plan.NotCalled[step] = why;
                continue;
            }

            called = called!.Caller is null ? called : _again[called]();
            step.Called = called;
            called.Caller = plan;
        }
    }

    // A package that is a part of the batch runs with it and ends as it ends, whatever is said of the call.
    private static string? Changed(Step call)
    {
        if (call.Executable.ForcedResult >= 0)
        {
            return "its result is forced, whatever the package does";
        }

        var around = call;
        while (around is not null && around.Executable.Expressions.All(each => each.Property != "Disable"))
        {
            around = around.Parent;
        }

        return around is null ? null
            : $"an expression says whether '{around.Executable.Name}' is disabled, and a package runs with its batch";
    }

    // What a call gives and the package does not have: the one that it calls would have its own of design time.
    private static string? Lost(PackagePlan plan, Step step) => step.Executable.Call!.Arguments
        .Select(each => each.Source).FirstOrDefault(each =>
            each.Length > 0 && plan.Context.Values.Find(step.Path, each) is null);

    // From above: what a package is given it may give on.
    private static void Give(PackagePlan plan)
    {
        foreach (var step in plan.Root.All().ToArray())
        {
            if (step.Called is { } called)
            {
                plan.Try(() => Give(plan, step, called));
                Give(called);
            }
        }
    }

    private static void Give(PackagePlan plan, Step step, PackagePlan called)
    {
        void To(string name, string source)
        {
            if (plan.Context.Values.Find(step.Path, source) is { } given && called.Context.Values.Give(
                called.Package.Root.Path, name, given, plan.Context.Values, step.Path) is { } into)
            {
                step.Gives.Add((given, into));
            }
        }

        foreach (var argument in step.Executable.Call!.Arguments)
        {
            To($"$Package::{argument.Parameter}", argument.Source);
        }

        foreach (var configured in called.Package.Configurations.Where(each =>
            each.Kind == ConfigurationKind.ParentVariable))
        {
            if (Variable().Match(configured.Target) is { Success: true } match)
            {
                To(match.Groups[1].Value, configured.Source);
            }
        }
    }

    // What a configuration of a project gives its parameters; those that nothing names are no variables.
    private void Environments(SolutionDraft solution)
    {
        var names = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        var taken = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        foreach (var (project, values) in _shared)
        {
            foreach (var each in project.Configurations.SelectMany(configuration => configuration.Values
                .Select(given => (configuration.Name, Parameter: Last(given.Key), given.Value))))
            {
                var value = values.FirstOrDefault(one => one.Name == each.Parameter);
                if (value is { IsSecret: false, Draft: { IsUsed: true, IsOfRun: false } draft }
                    && ImportedTypes.Read(value.Type, each.Value) is { } read
                    && ImportedTypes.Text(read) is { } text && !text.Contains("${", StringComparison.Ordinal))
                {
                    // Projects share one that is called the same; two that only look alike as files are two.
                    if (!names.TryGetValue(each.Name, out var name))
                    {
                        name = DraftNames.Free(DraftNames.Plain(each.Name, "Environment"), taken.Add);
                        names[each.Name] = name;
                    }

                    if (!solution.Environments.TryGetValue(name, out var there))
                    {
                        solution.Environments[name] = there = new(StringComparer.Ordinal);
                    }

                    there[draft.Name] = text;
                }
            }
        }
    }

    // `Project::Name`, or the name alone.
    private static string Last(string name) => name[(name.LastIndexOfAny([':', '\\', '.']) + 1)..];

    // A loop of which nothing is left has no turns.
    private static void Tidy(ProjectDraft project) => project.Containers.RemoveAll(each =>
        project.Objects.All(one => one.Container != each)
        && project.Containers.All(other => other.Loop?.Text("within") != each.Name));

    private BatchDraft Batch(PackagePlan plan)
    {
        var batch = new BatchDraft(DraftNames.Free(plan.Projects.Name, _batches.Add), plan.Package.File);
        Take(plan, batch);
        return batch;
    }

    private static void Take(PackagePlan plan, BatchDraft batch)
    {
        batch.Projects.AddRange(plan.Tables.SelectMany(each => each.Made).Where(each => each.Objects.Count > 0));
        foreach (var called in plan.All().Select(each => each.Called).OfType<PackagePlan>())
        {
            Take(called, batch);
        }
    }

    [GeneratedRegex(@"\.Variables\[([^\]]+)\]")]
    private static partial Regex Variable();
}
