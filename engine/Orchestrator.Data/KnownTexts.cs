using System.Collections.Concurrent;

namespace Orchestrator.Data;

/// <summary>
/// What was learned of the text that databases keep, by their connection strings. It is kept for one run: before the
/// next one, another database may be made under the same name, or its owner may let more be asked.
/// </summary>
public sealed class KnownTexts
{
    private readonly ConcurrentDictionary<string, bool> _whole = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, TextRule?> _rules = new(StringComparer.Ordinal);

    /// <summary>Whether a database is known to keep every character.</summary>
    public bool AreAll(string database) => _whole.ContainsKey(database);

    /// <summary>A database keeps every character.</summary>
    public void NoteAll(string database) => _whole[database] = true;

    /// <summary>What a database keeps; null = it does not tell.</summary>
    /// <param name="database">Its connection string.</param>
    /// <param name="ask">Asks it, where that is not known.</param>
    public TextRule? RuleOf(string database, Func<TextRule?> ask) => _rules.GetOrAdd(database, _ => ask());
}
