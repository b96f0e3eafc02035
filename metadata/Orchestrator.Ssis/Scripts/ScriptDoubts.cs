using System.Globalization;
using Orchestrator.Ssis.Scripts.Code;

namespace Orchestrator.Ssis.Scripts;

/// <summary>What of a script may fail. It is known only where what becomes of it fails in the same cases.</summary>
internal sealed class ScriptDoubts
{
    private readonly List<(string What, int Line, string? Text, bool IsChosen)> _doubts = [];
    private readonly List<string> _conditions = [];

    /// <summary>How many conditions lie around what is read.</summary>
    public int Choices { get; set; }

    /// <summary>Whether what is read is done only where something has failed already.</summary>
    public bool IsCatching { get; set; }

    /// <summary>Keeps something that may fail.</summary>
    /// <param name="what">What it is.</param>
    /// <param name="at">Where it stands.</param>
    /// <param name="text">The expression that fails in the same cases; null = there is none.</param>
    public void Add(string what, CSharpNode at, string? text)
    {
        if (!IsCatching)
        {
            _doubts.Add((what, at.Line, text, Choices > 0));
        }
    }

    /// <summary>Keeps a condition; of one of several types nobody knows whether it is one.</summary>
    public void Condition(ScriptValue condition, CSharpNode at)
    {
        _conditions.Add(condition.Text ?? "");
        if (condition.IsObject && condition.Type != ScriptType.Flag)
        {
            Add("asks a condition", at, null);
        }
    }

    /// <summary>Keeps a number that something is divided by.</summary>
    public void Divisor(CSharpNode at, ScriptValue divisor, ScriptValue made)
    {
        if (divisor is not { Literal: { } digits } || digits == "0")
        {
            Add("divides by what may be 0", at, made.Text);
        }
    }

    /// <summary>Keeps a number of something that may be too large, where it is not written there.</summary>
    public void Count(CSharpNode at, ScriptValue[] counts)
    {
        foreach (var count in counts.Where(each =>
            !int.TryParse(each.Text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out _)))
        {
            Add($"calls {at.Parts[0].Text}", at, count.Text);
        }
    }

    /// <summary>Refuses a script that may fail in other cases than what becomes of it: a check is more than it sets.
    /// </summary>
    /// <param name="made">The expressions that become of it.</param>
    /// <exception cref="ScriptRefusedException">It may.</exception>
    public void Refuse(IReadOnlyCollection<string> made)
    {
        foreach (var (what, line, text, isChosen) in _doubts)
        {
            // With several conditions nobody says which of them lies around it.
            var isAsked = _conditions.Count == 0 || (_conditions.Count == 1 && (isChosen || Has(_conditions, text)));
            if (!isAsked || !Has(made, text) || (!isChosen && _conditions.Count == 1 && !Has(made, _conditions[0])))
            {
                throw new ScriptRefusedException($"it {what}, which may fail", line);
            }
        }
    }

    private static bool Has(IEnumerable<string> made, string? text) =>
        text is { Length: > 0 } && made.Any(each => each.Contains(text, StringComparison.Ordinal));
}
