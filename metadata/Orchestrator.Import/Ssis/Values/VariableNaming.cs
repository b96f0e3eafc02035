using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Values;

/// <summary>
/// What variables of packages are called in one solution: as there, where one package alone has the name and no
/// statement has a variable of its own that is called so.
/// </summary>
internal sealed class VariableNaming
{
    private const int OutputsMax = 50;

    private readonly Dictionary<string, int> _declared = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> _taken = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<VariableDraft> _made = [];

    public VariableNaming(SsisEstate estate)
    {
        foreach (var package in estate.AllPackages)
        {
            var here = ModelWalk.Of(package.Root).ToArray();
            var names = here.SelectMany(each => each.Variables.Concat(each.Handlers.SelectMany(on => on.Variables)))
                .Select(each => each.Name).Concat(package.Parameters.Select(each => each.Name))
                .Distinct(StringComparer.OrdinalIgnoreCase);
            foreach (var name in names)
            {
                _declared[Plain(name)] = _declared.GetValueOrDefault(Plain(name)) + 1;
            }

            _taken.UnionWith(here.Where(each => each.Sql is { Source: TextSource.Direct })
                .SelectMany(each => StatementWords.Parameters(each.Sql!.Statement)));
        }

        // Loops call theirs so, and statements that an import makes.
        _taken.UnionWith(["Value", "Number", "File", "Turn", "result", "bulk"]);
        _taken.UnionWith(Enumerable.Range(1, OutputsMax).Select(number => $"out_{number}"));
    }

    /// <summary>All that were made, in their order.</summary>
    public IReadOnlyList<VariableDraft> Made => _made;

    /// <summary>A variable of ours for one of a package.</summary>
    /// <param name="owner">The package's name, or the project's of a parameter that its packages share.</param>
    /// <param name="name">Its name there.</param>
    /// <param name="dataType">Its type here.</param>
    public VariableDraft New(string owner, string name, string dataType)
    {
        var plain = Plain(name);
        var whole = _declared.GetValueOrDefault(plain) > 1 || _taken.Contains(plain) ? Plain($"{owner}_{name}") : plain;
        var made = new VariableDraft(DraftNames.Free(whole, _taken.Add), $"{owner}: {name}") { DataType = dataType };
        _made.Add(made);
        return made;
    }

    // What every platform takes behind an @.
    private static string Plain(string name)
    {
        var plain = string.Concat(name.Select(c => char.IsAsciiLetterOrDigit(c) || c == '_' ? c : '_')).TrimStart('_');
        return plain.Length == 0 || !char.IsAsciiLetter(plain[0])
            || plain.StartsWith("orchestrator_", StringComparison.OrdinalIgnoreCase) ? "Value_" + plain : plain;
    }
}
