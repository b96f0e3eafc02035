using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Machine;

/// <summary>
/// What the references of a condition come to: values of the run, which the node that asks is bound to; facts of what
/// it waits for, `${rows:P.read}`, `${state:P}`, `${error:P.code}`; and what was known before the run.
/// </summary>
internal sealed class ConditionFacts
{
    private const int ShownMax = 100;
    private const int ToldMax = 200;

    private readonly RunBoard _board;
    private readonly NodeFacts _facts;
    private readonly Dictionary<string, int> _variables;
    private readonly Dictionary<string, int> _nodes = new(StringComparer.Ordinal);
    private int _named;

    /// <exception cref="ArgumentException">A condition reads what its node does not wait for.</exception>
    public ConditionFacts(RunBoard board)
    {
        (_board, _facts) = (board, new NodeFacts(board));
        _variables = board.Plan.Variables.Index()
            .ToDictionary(one => one.Item.Name, one => one.Index, StringComparer.Ordinal);
        foreach (var node in board.Plan.Nodes)
        {
            Check(node);
        }
    }

    /// <summary>Whether all is there that a condition reads.</summary>
    public bool CanRead(PlanNode node, Expression when) => when.References.All(reference =>
        ReadOf(node, reference) is { } read ? _board.Values.Of(read) is not null
            : SubjectOf(node, reference) is not { } subject || _board.Nodes[subject].HasEnded);

    /// <summary>
    /// Whether nothing can come any more that a condition reads: whoever is to set it, and whatever it asks about, has
    /// ended.
    /// </summary>
    public bool IsSettled(PlanNode node, Expression when) => when.References.All(reference =>
        ReadOf(node, reference) is { } read ? read.Setters.All(setter => _board.Nodes[setter].HasEnded)
            : SubjectOf(node, reference) is not { } subject || _board.Nodes[subject].HasEnded);

    public ExpressionResult Evaluate(PlanNode node, Expression when) =>
        when.Evaluate(reference => Of(node, reference));

    /// <summary>A condition in a sentence, on one line.</summary>
    public static string Told(Expression when) => Words.Fit(
        string.Join(' ', when.Text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)), ToldMax);

    /// <summary>The condition that is at fault, with the place where it is written.</summary>
    public static string Named(Expression when) =>
        $"the condition \"{Told(when)}\"{Place(when.WrittenAt)}";

    /// <summary>A place in a sentence; empty where it is not known.</summary>
    public static string Place(string writtenAt) => writtenAt.Length == 0 ? "" : $" ({writtenAt})";

    /// <summary>What a condition has read: ` (Rows = 0, state:P/a = Failed)`, without what nobody may see.</summary>
    public string Shown(PlanNode node, Expression when)
    {
        var shown = when.References.Select(reference => IsSensitive(node, reference)
            ? $"{Called(reference)} is hidden" : $"{Called(reference)} = {Shown(Of(node, reference))}");
        return when.References.Count == 0 ? "" : $" ({string.Join(", ", shown)})";
    }

    private static string Shown(TypedValue? value) =>
        value is null ? "NULL" : Words.Fit(CellText.Of(value), ShownMax);

    private static string Called(ExpressionReference reference) =>
        reference.Word == "var" ? reference.Name : $"{reference.Word}:{reference.Name}";

    private bool IsSensitive(PlanNode node, ExpressionReference reference) => ReadOf(node, reference) is { } read
        ? _board.Plan.Variables[read.Variable].IsSensitive
        : TurnOf(node, reference) is { } turn ? turn.IsSensitive
        : _board.Options.Known.TryGetValue(reference.ToString(), out var known) && known.IsSensitive;

    /// <summary>What a reference comes to for a node; null is NULL.</summary>
    public TypedValue? Of(PlanNode node, ExpressionReference reference)
    {
        if (TurnOf(node, reference) is { } turn && turn.TryFind(reference.Name, out var given))
        {
            return given;
        }

        if (ReadOf(node, reference) is { } read)
        {
            return _board.Values.Of(read)?.Scalar;
        }

        return SubjectOf(node, reference) is { } subject
            ? (FactOf(reference)! with { Type = reference.Type }).Of(_facts.Of(subject))
            : _board.Options.Known[reference.ToString()].Value;
    }

    /// <summary>The variable that a reference means, as the node reads it; null = it means none of the run.</summary>
    private ValueRead? ReadOf(PlanNode node, ExpressionReference reference) =>
        reference.Word == "var" && _variables.TryGetValue(reference.Name, out var variable)
            ? node.ReadsValues.FirstOrDefault(read => read.Variable == variable) : null;

    /// <summary>The node whose fact a reference means; null = it means none.</summary>
    private int? SubjectOf(PlanNode node, ExpressionReference reference)
    {
        if (FactOf(reference) is not { Subject.Length: > 0 } fact)
        {
            return null;
        }

        NameNodes();
        return _nodes.TryGetValue(fact.Subject, out var subject) ? _board.Loops.InTurnOf(node.Index, subject) : null;
    }

    private static FactName? FactOf(ExpressionReference reference) =>
        FactName.TryParse(reference.Word, reference.Name, out var fact) ? fact : null;

    /// <summary>Those that have come since; packages before groups of the same name.</summary>
    private void NameNodes()
    {
        for (; _named < _board.Plan.Nodes.Count; _named++)
        {
            var node = _board.Plan.Nodes[_named];
            if (node.Kind == NodeKind.Package || !_nodes.ContainsKey(node.Name))
            {
                _nodes[node.Name] = node.Index;
            }
        }
    }

    private void Check(PlanNode node)
    {
        foreach (var (when, own) in node.Conditions)
        {
            var unknown = when.References.FirstOrDefault(reference => !IsThere(node, reference, own));
            if (unknown is not null)
            {
                throw new ArgumentException(
                    $"the condition \"{when}\" of {node.Name} reads {unknown}, for which it does not wait",
                    nameof(node));
            }
        }
    }

    private bool IsThere(PlanNode node, ExpressionReference reference, int own) =>
        ReadOf(node, reference) is { } read ? !_board.Plan.Variables[read.Variable].Type.IsRows
            : IsGiven(node, reference) || (SubjectOf(node, reference) is { } subject
                ? subject == own || node.Constraints.Any(constraint => constraint.Node == subject)
            : _board.Options.Known.ContainsKey(reference.ToString()));

    /// <summary>The turn that gives a variable its value; null = none does.</summary>
    private static GivenTurn? TurnOf(PlanNode node, ExpressionReference reference) => reference.Word != "var" ? null
        : node.Turns.LastOrDefault(turn => turn.TryFind(reference.Name, out _));

    /// <summary>Whether the turns of a loop around a node will give a variable its value.</summary>
    private bool IsGiven(PlanNode node, ExpressionReference reference) => reference.Word == "var"
        && _board.Plan.GroupsAround(node).Any(group =>
            group.Loop?.Gives.Any(column => column.Name == reference.Name) == true);
}
