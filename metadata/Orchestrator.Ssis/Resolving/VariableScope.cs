using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Resolving;

/// <summary>The variables that a container sees: its own, then those of what it stands in.</summary>
internal sealed class VariableScope
{
    private readonly VariableScope? _above;
    private readonly List<DeclaredVariable> _own;

    public VariableScope(IReadOnlyList<SsisVariable> own, VariableScope? above)
    {
        _own = [.. own.Select(each => new DeclaredVariable(each))];
        _above = above;
    }

    public IReadOnlyList<DeclaredVariable> Own => _own;

    /// <summary>The variable that is meant; null where none is declared, as for all of `System`.</summary>
    /// <param name="name">`User::Name`, or `Name` of any space.</param>
    public DeclaredVariable? Find(string name)
    {
        var meant = name.Trim();
        for (var scope = this; scope is not null; scope = scope._above)
        {
            var found = scope._own.Find(each => each.Variable.FullName == meant)
                ?? scope._own.Find(each => each.Variable.Name == meant);
            if (found is not null)
            {
                return found;
            }
        }

        return null;
    }
}
