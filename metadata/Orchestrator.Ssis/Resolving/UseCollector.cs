using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Resolving;

/// <summary>Walks a package and notes at each variable who sets and who reads it. Where nobody knows what a task does
/// with a variable that it names, it is taken to set it: nothing is a constant by mistake.</summary>
internal sealed class UseCollector
{
    private readonly Dictionary<string, VariableScope> _scopes = new(StringComparer.Ordinal);
    private readonly Dictionary<string, DeclaredVariable> _byId = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>All variables, by no order.</summary>
    public IEnumerable<DeclaredVariable> All => _scopes.Values.SelectMany(each => each.Own);

    /// <summary>What the container or handler of that path declares and sees.</summary>
    public VariableScope ScopeOf(string path) => _scopes[path];

    /// <summary>The variable of that GUID; null where there is none.</summary>
    public DeclaredVariable? ById(string id) => _byId.GetValueOrDefault(id);

    public static UseCollector Of(SsisPackage package)
    {
        var uses = new UseCollector();
        uses.Declare(package.Root, null);
        uses.Visit(package.Root);
        var root = uses.ScopeOf(package.Root.Path);
        foreach (var connection in package.Connections)
        {
            Read(root, $"{package.Root.Path}.ConnectionManagers[{connection.Name}]", connection.Expressions);
        }

        foreach (var configuration in package.Configurations)
        {
            uses.Give(configuration);
        }

        return uses;
    }

    /// <summary>Notes that expressions read what they name.</summary>
    private static void Read(VariableScope scope, string path, IEnumerable<PropertyExpression> expressions)
    {
        foreach (var expression in expressions)
        {
            Read(scope, path, VariableNames.In(expression.Expression));
        }
    }

    private static void Read(VariableScope scope, string path, IEnumerable<string> names)
    {
        foreach (var name in names)
        {
            scope.Find(name)?.Readers.Add(path);
        }
    }

    // Variables see those of what they stand in, so that all are declared before the first is looked up.
    private void Declare(SsisExecutable executable, VariableScope? above)
    {
        var scope = Declare(executable.Path, executable.Variables, above);
        foreach (var child in executable.Children)
        {
            Declare(child, scope);
        }

        Declare(executable.Handlers, scope);
    }

    private void Declare(IReadOnlyList<SsisEventHandler> handlers, VariableScope above)
    {
        foreach (var handler in handlers)
        {
            var scope = Declare(handler.Path, handler.Variables, above);
            foreach (var child in handler.Children)
            {
                Declare(child, scope);
            }

            Declare(handler.Handlers, scope);
        }
    }

    private VariableScope Declare(string path, IReadOnlyList<SsisVariable> variables, VariableScope? above)
    {
        var scope = new VariableScope(variables, above);
        _scopes[path] = scope;
        foreach (var declared in scope.Own.Where(each => each.Variable.Id.Length > 0))
        {
            _byId.TryAdd(declared.Variable.Id, declared);
        }

        return scope;
    }

    private void Visit(SsisExecutable executable)
    {
        var scope = ScopeOf(executable.Path);
        Visit(scope, executable.Path, executable.Constraints);
        var uses = TaskUses.Of(
            executable, id => ById(id)?.Variable.FullName, name => scope.Find(name)?.Variable);
        Read(scope, executable.Path, uses.Read);
        foreach (var name in uses.Written)
        {
            scope.Find(name)?.Writers.Add(executable.Path);
        }

        foreach (var child in executable.Children)
        {
            Visit(child);
        }

        Visit(executable.Handlers);
    }

    private void Visit(IReadOnlyList<SsisEventHandler> handlers)
    {
        foreach (var handler in handlers)
        {
            var scope = ScopeOf(handler.Path);
            Read(scope, handler.Path, handler.Expressions);
            Visit(scope, handler.Path, handler.Constraints);
            foreach (var child in handler.Children)
            {
                Visit(child);
            }

            Visit(handler.Handlers);
        }
    }

    private static void Visit(VariableScope scope, string path, IReadOnlyList<SsisConstraint> constraints)
    {
        foreach (var constraint in constraints)
        {
            Read(scope, path, VariableNames.In(constraint.Expression ?? ""));
        }

        foreach (var declared in scope.Own)
        {
            var expression = declared.Variable.Expression ?? "";
            declared.NamesWhatChanges = VariableNames.Changes(expression);
            foreach (var named in VariableNames.In(expression).Select(scope.Find).OfType<DeclaredVariable>())
            {
                named.Readers.Add($"{path}.Variables[{declared.Variable.FullName}]");
                declared.Named.Add(named);
            }
        }
    }

    private void Give(SsisConfiguration configuration)
    {
        foreach (var target in configuration.Values.Select(each => each.Target).Append(configuration.Target))
        {
            if (VariableNames.Configured(target) is { } found && _scopes.TryGetValue(found.Container, out var scope))
            {
                scope.Find(found.Name)?.GivenBy.Add(configuration.Name);
            }
        }
    }
}
