using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>Finds what names stand for, and the type of each part.</summary>
internal sealed class SsisBinder
{
    private readonly SsisNames _names;

    private SsisBinder(SsisNames names) => _names = names;

    /// <summary>DT_STR is a result only; it is made nowhere else.</summary>
    public static SsisTerm Bind(SsisNode root, SsisNames names)
    {
        SsisBinder binder = new(names);
        return root switch
        {
            SsisLiteralNode literal => new SsisLiteralTerm(literal.Value, literal.Place),
            SsisCastNode cast => binder.Cast(cast, cast.Type),
            _ => binder.Bind(root),
        };
    }

    private SsisTerm Bind(SsisNode node) => node switch
    {
        SsisLiteralNode { Value: { IsNull: true, Type.Kind: SsisKind.Str } } => throw Fault(
            SsisFaultKind.Types, "NULL(DT_STR, …) is a result only; write NULL(DT_WSTR, …) within", node),
        SsisLiteralNode literal => new SsisLiteralTerm(literal.Value, literal.Place),
        SsisColumnNode column => Column(column),
        SsisLineageNode lineage => Known(_names.Find(lineage), lineage, $"column {SsisPrinter.Print(lineage)}"),
        SsisVariableNode variable =>
            Known(_names.Find(variable), variable, $"variable or parameter {SsisPrinter.Print(variable)}"),
        SsisUnaryNode unary => SsisOperations.Unary(unary.Operator, Bind(unary.Operand), unary.Place),
        SsisBinaryNode binary => SsisOperations.Binary(
            binary.Operator, Bind(binary.Left), Bind(binary.Right), binary.Place),
        SsisConditionalNode conditional => SsisOperations.Conditional(
            Bind(conditional.Condition), Bind(conditional.Then), Bind(conditional.Else), conditional.Place),
        SsisCastNode cast => Cast(
            cast, cast.Type.Kind == SsisKind.Str ? SsisType.WStr(cast.Type.Length) : cast.Type),
        SsisCallNode call => Call(call),
        _ => throw Fault(SsisFaultKind.Syntax, "this part is unknown", node),
    };

    private SsisSymbolTerm Column(SsisColumnNode node)
    {
        var found = _names.Find(node);
        return found.Count < 2 ? Known(found.FirstOrDefault(), node, $"column {SsisPrinter.Print(node)}")
            : throw Fault(SsisFaultKind.UnknownName,
                $"{SsisPrinter.Print(node)} may be of {string.Join(" or ", found.Select(one => one.Space))}", node);
    }

    private static SsisSymbolTerm Known(SsisSymbol? symbol, SsisNode node, string what) =>
        symbol is null ? throw Fault(SsisFaultKind.UnknownName, $"there is no {what}", node)
            : new SsisSymbolTerm(symbol, node.Place);

    private SsisCastTerm Cast(SsisCastNode node, SsisType type)
    {
        var operand = node.Operand is SsisLiteralNode literal
            ? new SsisLiteralTerm(literal.Value, literal.Place) : Bind(node.Operand);
        if (!SsisCasts.IsLegal(operand.Type, node.Type))
        {
            throw Fault(SsisFaultKind.Types, $"{operand.Type} is not cast to {node.Type}", node);
        }

        var isPaged = node.Type.Kind is SsisKind.Str or SsisKind.Text;
        return !isPaged || SsisCasts.EncodingOf(node.Type.CodePage) is not null
            ? new SsisCastTerm(operand, type, false, node.Place)
            : throw Fault(SsisFaultKind.Types, $"the code page {node.Type.CodePage} is unknown", node);
    }

    private SsisCallTerm Call(SsisCallNode node)
    {
        var function = SsisFunctions.Find(node.Function)
            ?? throw Fault(SsisFaultKind.Function, $"there is no function {node.Function}", node);
        var wanted = SsisFunctions.ArgumentsOf(function);
        if (node.Arguments.Count != wanted)
        {
            throw Fault(SsisFaultKind.Function,
                $"{node.Function} takes {wanted} argument{(wanted == 1 ? "" : "s")}, got: {node.Arguments.Count}",
                node);
        }

        var part = SsisFunctions.HasDatePart(function) ? Part(function, node.Arguments[0]) : (SsisDatePart?)null;
        var given = node.Arguments.Skip(part is null ? 0 : 1).Select(Bind).ToList();
        return SsisSignatures.Bind(function, given, node.Place) with { Part = part };
    }

    // "w" is the weekday for DATEADD and DATEDIFF, and nothing for DATEPART.
    private static SsisDatePart Part(SsisFunction function, SsisNode node)
    {
        var name = (node as SsisLiteralNode)?.Value.Content as string
            ?? throw Fault(SsisFaultKind.Function, "a date part is written as a text, as \"month\"", node);
        var isNone = function == SsisFunction.DatePart && name.Equals("w", StringComparison.OrdinalIgnoreCase);
        return SsisDateParts.Find(name) is { } part && !isNone ? part
            : throw Fault(SsisFaultKind.Function, $"there is no date part \"{name}\"", node);
    }

    private static SsisFaultException Fault(SsisFaultKind kind, string reason, SsisNode node) =>
        new(new SsisFault(kind, reason, node.Place));
}
