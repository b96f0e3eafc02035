using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Resolving;

/// <summary>Looks up what names stand for, seen from any place of a package: variables of the containers around it,
/// parameters of the package and of its project.</summary>
internal sealed class ValueLookup
{
    private const string OfProject = "$Project::";
    private const string OfPackage = "$Package::";
    private const string OfSystem = "System::";

    private readonly SsisProject _project;
    private readonly SsisPackage _package;
    private readonly Dictionary<string, IReadOnlyList<SsisVariable>> _variables = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _above = new(StringComparer.Ordinal);
    private readonly Dictionary<(string Container, string Name), string> _configured = [];

    public ValueLookup(SsisProject project, SsisPackage package)
    {
        _project = project;
        _package = package;
        foreach (var executable in ModelWalk.Of(package.Root))
        {
            Add(executable);
        }

        // A later configuration is applied over an earlier one.
        foreach (var value in package.Configurations.SelectMany(each => each.Values))
        {
            if (VariableNames.Configured(value.Target) is { } target)
            {
                _configured[target] = value.Value;
            }
        }
    }

    /// <summary>What a name stands for; null where nothing is called so.</summary>
    /// <param name="name">As expressions write it, without `@` and brackets.</param>
    /// <param name="path">The path of the executable or handler that names it.</param>
    public NamedValue? Find(string name, string path)
    {
        var meant = name.Trim();
        if (meant.StartsWith(OfProject, StringComparison.Ordinal))
        {
            return Parameter(_project.Parameters, meant, OfProject, NamedValueOrigin.ProjectParameter);
        }

        if (meant.StartsWith(OfPackage, StringComparison.Ordinal))
        {
            return Parameter(_package.Parameters, meant, OfPackage, NamedValueOrigin.PackageParameter);
        }

        for (var at = path; ; at = _above[at])
        {
            var own = _variables.GetValueOrDefault(at, []);
            var found = own.FirstOrDefault(each => each.FullName == meant)
                ?? own.FirstOrDefault(each => each.Name == meant);
            if (found is not null)
            {
                return Variable(found, at);
            }

            if (!_above.ContainsKey(at))
            {
                return SystemValue(meant);
            }
        }
    }

    /// <summary>What an expression stands for that is nothing but a name; null where it is more, or nothing is called
    /// so.</summary>
    public NamedValue? FindBare(string expression, string path) =>
        VariableNames.Bare(expression) is { } name ? Find(name, path) : null;

    private static NamedValue? SystemValue(string name) => name.StartsWith(OfSystem, StringComparison.Ordinal)
        ? new()
        {
            FullName = name,
            Origin = NamedValueOrigin.System,
            IsConstant = !VariableNames.Changes($"@[{name}]"),
        }
        : null;

    private static NamedValue? Parameter(
        IReadOnlyList<SsisParameter> parameters, string name, string space, NamedValueOrigin origin) =>
        parameters.FirstOrDefault(each => each.Name == name[space.Length..]) is { } found
            ? new()
            {
                FullName = name,
                Origin = origin,
                Type = found.Type,
                Value = found.Value,
                IsConstant = true,
                IsSensitive = found.IsSensitive,
            }
            : null;

    private NamedValue Variable(SsisVariable variable, string container) => new()
    {
        FullName = variable.FullName,
        Origin = NamedValueOrigin.Variable,
        Type = variable.Type,
        Value = variable.Expression is not null ? null
            : _configured.GetValueOrDefault((container, variable.FullName)) ?? variable.Value,
        Expression = variable.Expression,
        IsConstant = variable.IsConstant,
        IsSensitive = SecretTexts.IsSecretName(variable.Name),
        Container = container,
    };

    private void Add(SsisExecutable executable)
    {
        _variables[executable.Path] = executable.Variables;
        foreach (var child in executable.Children)
        {
            _above[child.Path] = executable.Path;
        }

        Add(executable.Handlers, executable.Path);
    }

    private void Add(IReadOnlyList<SsisEventHandler> handlers, string above)
    {
        foreach (var handler in handlers)
        {
            _variables[handler.Path] = handler.Variables;
            _above[handler.Path] = above;
            foreach (var child in handler.Children)
            {
                _above[child.Path] = handler.Path;
            }

            Add(handler.Handlers, handler.Path);
        }
    }
}
