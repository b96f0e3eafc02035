using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Values;

/// <summary>The variables and parameters of one package, and what its expressions come to.</summary>
internal sealed class PackageValues
{
    private const int DeepMax = 500;

    private readonly Dictionary<ImportedValue, SsisValue?> _fixed = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<ImportedValue, SsisValue?> _withGiven = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<string, ValueScope> _scopes = new(StringComparer.Ordinal);
    private readonly ValueScope _top = new(null);
    private readonly VariableNaming _naming;
    private readonly string _owner;
    private readonly string[] _idle;
    private int _deep;

    /// <summary>The values of a package.</summary>
    /// <param name="package">The package.</param>
    /// <param name="shared">The parameters of its project, which all its packages share.</param>
    /// <param name="naming">What variables are called.</param>
    public PackageValues(SsisPackage package, IReadOnlyList<ImportedValue> shared, VariableNaming naming)
    {
        (_naming, _owner) = (naming, package.Name);
        _idle = [.. ModelWalk.Of(package.Root).Where(each => each.IsDisabled).Select(each => each.Path)];
        foreach (var value in SystemValues.Of(package).Concat(shared)
            .Concat(package.Parameters.Select(each => Parameter("$Package", each, naming, package.Name))))
        {
            _top.Add(value);
        }

        Visit(package.Root, _top);
    }

    /// <summary>The parameters of a project.</summary>
    public static IReadOnlyList<ImportedValue> Shared(SsisProject project, VariableNaming naming) =>
        [.. project.Parameters.Select(each => Parameter("$Project", each, naming, project.Name))];

    /// <summary>The value of a name, as a part of the package sees it; null = there is none.</summary>
    public ImportedValue? Find(string path, string name) => (_scopes.GetValueOrDefault(path) ?? _top).Find(name);

    /// <summary>Lets a parameter or variable of the package be what its caller gives.</summary>
    /// <param name="path">The path of the package itself.</param>
    /// <param name="name">Its name here.</param>
    /// <param name="given">What the caller gives.</param>
    /// <param name="caller">All values of the caller.</param>
    /// <param name="call">The path of the call.</param>
    /// <returns>The variable that has to be set before the call, as it is reckoned there, or is changed here, where the
    /// caller keeps its own; null = nobody has to.</returns>
    public VariableDraft? Give(string path, string name, ImportedValue given, PackageValues caller, string call)
    {
        if (Find(path, name) is not { Draft: { } draft } value || draft == given.Draft)
        {
            return null;
        }

        var reckoned = given.Expression is null ? null : caller.Constant(call, given);
        var isKnown = given.Expression is null
            ? given.IsConstant : caller.Constant(call, given, takesGiven: false) is not null;
        var text = reckoned is null ? given.Value : ImportedTypes.Text(reckoned);
        var isSet = given.Draft is not null && (value.Writers.Count > 0 || (given.Expression is not null && !isKnown));
        var made = value with
        {
            Value = text,
            Expression = null,
            IsConstant = (isKnown || reckoned is not null) && value.Writers.Count == 0,
            IsGiven = given.Draft is not null && (value.IsGiven || isSet) && !(isKnown && given.Expression is not null),
            IsSecret = value.IsSecret || given.IsSecret
                || text?.Contains(Secret.Marker, StringComparison.Ordinal) == true,
            As = given.Draft is null ? given.As ?? given : null,
            Draft = given.Draft is null ? null : draft,
        };
        if (given.Draft is { } other)
        {
            var isOwn = isSet || given.Expression is not null;
            draft.SameAs = isOwn ? null : other;
            draft.Default = reckoned is null || made.IsSecret ? draft.Default : text;
            draft.IsRequired &= !isOwn;
        }

        _top.Replace(value, made);
        _scopes[path].Replace(value, made);
        return isSet ? draft : null;
    }

    /// <summary>What an executable, or a component of it, sets, in the order of their names.</summary>
    public IEnumerable<ImportedValue> SetBy(string path) => _scopes.Values.SelectMany(scope => scope.Own)
        .Where(each => each.Writers.Any(writer =>
            writer == path || writer.StartsWith($"{path}\\", StringComparison.Ordinal)))
        .OrderBy(each => each.FullName, StringComparer.Ordinal);

    /// <summary>The expression with names and types; what is wrong stops it.</summary>
    /// <exception cref="OpenException">It is no expression.</exception>
    public SsisBoundExpression Bound(string path, string expression)
    {
        var parsed = SsisExpression.Parse(expression);
        if (!parsed.IsWhole)
        {
            throw No(expression, parsed.Fault.Reason);
        }

        var bound = parsed.Result.Bind(Names(path));
        return bound.IsWhole ? bound.Result : throw No(expression, bound.Fault.Reason);
    }

    /// <summary>The names that an expression may hold.</summary>
    public SsisNames Names(string path) =>
        new((_scopes.GetValueOrDefault(path) ?? _top).All().Select(each => each.Symbol).OfType<SsisSymbol>());

    /// <summary>What an expression comes to, where it names nothing but constants; null otherwise.</summary>
    /// <param name="path">Where it stands.</param>
    /// <param name="expression">The expression.</param>
    /// <param name="takesGiven">Whether what somebody gives from outside counts with its value at design time.</param>
    public SsisValue? Constant(string path, string expression, bool takesGiven = true)
    {
        try
        {
            return Evaluated(path, expression, takesGiven);
        }
        catch (OpenException)
        {
            return null;
        }
    }

    /// <summary>Whether all that an expression names is known before the run, also what nobody here knows: secrets, and
    /// what each run is given.</summary>
    public bool IsKnownBefore(string path, string expression)
    {
        try
        {
            return Bound(path, expression).Root.Terms().All(term => term switch
            {
                SsisSymbolTerm { Symbol: var symbol } =>
                    Find(path, $"{symbol.Space}::{symbol.Name}") is { IsConstant: true },
                SsisCallTerm { Function: SsisFunction.GetDate or SsisFunction.GetUtcDate } => false,
                _ => true,
            });
        }
        catch (OpenException)
        {
            return false;
        }
    }

    /// <summary>The value of a variable, where it is a constant; null otherwise.</summary>
    public SsisValue? Constant(string path, ImportedValue value, bool takesGiven = true)
    {
        var known = takesGiven ? _withGiven : _fixed;
        if (known.TryGetValue(value, out var found))
        {
            return found;
        }

        // Who asks for it while it is looked for stands in a circle; what is too deep for the stack is no constant.
        known[value] = null;
        if (!value.IsConstant || value.IsSecret || (value.IsGiven && !takesGiven) || _deep > DeepMax)
        {
            return null;
        }

        _deep++;
        known[value] = value.Expression is { } expression ? Constant(path, expression, takesGiven)
            : ImportedTypes.Read(value.Type, value.Value ?? (value.Type == SsisValueType.String ? "" : null));
        _deep--;
        return known[value];
    }

    private SsisValue? Evaluated(string path, string expression, bool takesGiven)
    {
        var bound = Bound(path, expression);
        var isConstant = true;
        var result = bound.Evaluate(new SsisScope(
            symbol =>
            {
                var value = Find(path, $"{symbol.Space}::{symbol.Name}");
                var constant = value is null ? null : Constant(path, value, takesGiven);
                isConstant &= constant is not null;
                return constant ?? SsisValue.Null(symbol.Type);
            },
            () =>
            {
                isConstant = false;
                return default;
            }));
        return result.IsWhole && isConstant && !result.Result.IsNull ? result.Result : null;
    }

    private void Visit(SsisExecutable executable, ValueScope above) =>
        Visit(executable.Path, executable.Variables, executable.Children, executable.Handlers, above);

    private void Visit(
        string path, IReadOnlyList<SsisVariable> variables, IReadOnlyList<SsisExecutable> children,
        IReadOnlyList<SsisEventHandler> handlers, ValueScope above)
    {
        var scope = new ValueScope(above);
        _scopes[path] = scope;
        foreach (var variable in variables)
        {
            scope.Add(Variable(variable));
        }

        foreach (var child in children)
        {
            Visit(child, scope);
        }

        foreach (var handler in handlers)
        {
            Visit(handler.Path, handler.Variables, handler.Children, handler.Handlers, scope);
        }
    }

    private ImportedValue Variable(SsisVariable variable)
    {
        // What is disabled sets nothing.
        string[] writers = [.. variable.Writers.Where(each => !_idle.Any(idle =>
            each == idle || each.StartsWith($"{idle}\\", StringComparison.Ordinal)))];
        var draft = _naming.New(_owner, variable.Name, ImportedTypes.Ours(variable.Type));
        draft.IsOfRun = writers.Length > 0;
        draft.Default = Default(variable.Type, variable.Value);
        return new ImportedValue(variable.Space, variable.Name, variable.Type)
        {
            Value = variable.Value,
            Expression = variable.Expression,
            IsConstant = variable.IsConstant || (writers.Length == 0 && variable.Expression is null),
            IsGiven = variable.GivenBy.Count > 0,
            IsSecret = variable.Value?.Contains(Secret.Marker, StringComparison.Ordinal) == true,
            Writers = writers,
            Readers = variable.Readers,
            Draft = draft,
        };
    }

    private static ImportedValue Parameter(
        string space, SsisParameter parameter, VariableNaming naming, string owner)
    {
        var draft = naming.New(owner, parameter.Name, ImportedTypes.Ours(parameter.Type));
        draft.Default = parameter.IsSensitive ? null : Default(parameter.Type, parameter.Value);
        draft.IsRequired = parameter.IsRequired && !parameter.IsSensitive;
        return new ImportedValue(space, parameter.Name, parameter.Type)
        {
            Value = parameter.Value,
            IsConstant = true,
            IsGiven = true,
            IsSecret = parameter.IsSensitive
                || parameter.Value?.Contains(Secret.Marker, StringComparison.Ordinal) == true,
            Draft = draft,
        };
    }

    private static string? Default(SsisValueType type, string? value) =>
        ImportedTypes.Read(type, value ?? (type == SsisValueType.String ? "" : null)) is { } read
            ? ImportedTypes.Text(read) : null;

    private static OpenException No(string expression, string why) => new(
        SsisOpenCodes.Expression, $"the expression cannot be read: {why}", expression, SsisOpenCodes.Minutes);
}
