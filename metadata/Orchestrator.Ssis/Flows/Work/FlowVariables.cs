using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Resolving;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>The variables and parameters that a flow sees.</summary>
internal sealed class FlowVariables
{
    private const int NameLength = 250;

    private static readonly Dictionary<string, SsisType> OfSystem = new(StringComparer.Ordinal)
    {
        ["StartTime"] = new(SsisKind.Date),
        ["ContainerStartTime"] = new(SsisKind.Date),
        ["CreationDate"] = new(SsisKind.Date),
        ["MachineName"] = SsisType.WStr(NameLength),
        ["UserName"] = SsisType.WStr(NameLength),
        ["ExecutionInstanceGUID"] = SsisType.WStr(NameLength),
        ["ServerExecutionID"] = SsisType.I8,
        ["LocaleID"] = SsisType.I4,
        ["VersionMajor"] = SsisType.I4,
        ["VersionMinor"] = SsisType.I4,
        ["VersionBuild"] = SsisType.I4,
        ["VersionGUID"] = SsisType.WStr(NameLength),
    };

    private readonly List<SsisVariable> _visible;
    private readonly Dictionary<string, string> _fixed;
    private readonly FlowContext _context;
    private readonly HashSet<string> _read;

    public FlowVariables(SsisPackage package, SsisExecutable flow, FlowContext context)
    {
        _context = context;
        _visible = Visible(package.Root, flow);
        var areAsked = ConfiguredValues.AreAsked(package);
        _read =
        [
            .. package.Configurations.Where(each => each.Values.Count > 0 || (!areAsked && each.Kind is not (
                ConfigurationKind.ParentVariable or ConfigurationKind.ParentVariableIndirect)))
                .Select(each => each.Name),
        ];
        _fixed = new(StringComparer.Ordinal)
        {
            ["System::PackageName"] = package.Name,
            ["System::PackageID"] = package.Id,
            ["System::TaskName"] = flow.Name,
            ["System::TaskID"] = flow.Id,
        };
        Symbols =
        [
            .. _visible.Select(each => (each.Space, each.Name, Type: Of(each)))
                .Concat(package.Parameters.Select(each =>
                    (Space: "$Package", each.Name, Type: FlowColumnTypes.Of(each.Type))))
                .Concat(context.ProjectParameters.Select(each =>
                    (Space: "$Project", each.Name, Type: FlowColumnTypes.Of(each.Type))))
                .Where(each => each.Type is not null)
                .Select(each => SsisSymbol.Variable(each.Name, each.Type!, each.Space))
                .Concat(OfSystem.Select(each => SsisSymbol.Variable(each.Key, each.Value, "System"))),
        ];
    }

    // What nobody changes has the type of what it holds.
    private static SsisType? Of(SsisVariable variable) => FlowColumnTypes.Of(variable.Type,
        variable is { IsConstant: true, GivenBy.Count: 0, Expression: null } ? variable.Value : null);

    /// <summary>As expressions name them.</summary>
    public IReadOnlyList<SsisSymbol> Symbols { get; }

    /// <summary>The declared variable of a full name, a name or a GUID; null where none is.</summary>
    public SsisVariable? Find(string written) => _visible.FirstOrDefault(each =>
            each.FullName == written
            || (each.Id.Length > 0 && each.Id.Equals(written, StringComparison.OrdinalIgnoreCase)))
        ?? _visible.FirstOrDefault(each => each.Name == written);

    /// <summary>Whether a variable has the value that stands there in each run: nobody sets it, and who gives it from
    /// outside is read.</summary>
    public bool IsFixed(SsisVariable variable) => variable.IsConstant && variable.GivenBy.All(_read.Contains);

    /// <summary>Our name of what a package names; null = there is none.</summary>
    public string? NameOf(string fullName) => _context.Variable(fullName);

    public string? NameOf(SsisSymbol symbol) => NameOf($"{symbol.Space}::{symbol.Name}");

    /// <summary>It as a text of metadata; null = there is none.</summary>
    public string? TextOf(SsisSymbol symbol) => _context.Text($"{symbol.Space}::{symbol.Name}");

    /// <summary>What the system gives that is the same in each run; null = it may change.</summary>
    public string? FixedText(string fullName) => _fixed.GetValueOrDefault(fullName);

    /// <summary>An expression with the texts of what is the same in each run in the place of their names.</summary>
    public string WithFixed(string expression) => _fixed.Aggregate(expression, (text, each) => text.Replace(
        $"@[{each.Key}]", $"\"{Escaped(each.Value)}\"", StringComparison.Ordinal));

    private static string Escaped(string text) =>
        text.Replace("\\", @"\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal);

    // What stands nearer hides what stands further out.
    private static List<SsisVariable> Visible(SsisExecutable root, SsisExecutable flow) =>
    [
        .. ModelWalk.Of(root).SelectMany(each => ModelWalk.HandlersOf(each)
                .Select(handler => (handler.Path, handler.Variables)).Prepend((each.Path, each.Variables)))
            .Where(each => flow.Path == each.Path
                || flow.Path.StartsWith(each.Path + "\\", StringComparison.Ordinal))
            .OrderByDescending(each => each.Path.Length).SelectMany(each => each.Variables)
            .DistinctBy(each => each.FullName),
    ];
}
