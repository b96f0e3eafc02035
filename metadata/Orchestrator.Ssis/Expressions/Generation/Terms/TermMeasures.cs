using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Parts;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>Functions of texts whose result is a number.</summary>
internal sealed class TermMeasures(TermWriter writer)
{
    // A text is searched once more for each.
    private const int OccurrenceMax = 5;

    private TermTexts Functions => new(writer);

    private TermTextForms Texts => writer.Forms.Texts;

    public SqlPart Of(SsisCallTerm call) => call.Function switch
    {
        SsisFunction.Len => Length(call),
        SsisFunction.FindString => Find(call),
        SsisFunction.CodePoint => Code(call),
        _ => Tokens(call),
    };

    /// <summary>The characters as the dialect counts them: none where the language counts none.</summary>
    public SqlPart Counted(SsisCallTerm call)
    {
        var text = Argument(call);
        return Measured(text, Texts.Length(text));
    }

    private SqlPart Length(SsisCallTerm call)
    {
        var text = Argument(call);
        return text.IsPlain || Texts.CountsUnits ? Measured(text, Texts.Length(text))
            : writer.Let(text, one => Texts.Units(one) is { } units
                ? Measured(one, units) with { Level = SqlLevel.Other }
                : writer.Unless(Texts.HasPairs(one), "a character beyond U+FFFF counts as two",
                    Measured(one, Texts.Length(one)), call.Type));
    }

    private SqlPart Argument(SsisCallTerm call) => call.Arguments[0].Type.IsBlob
        ? throw writer.NoEqual("LEN of such a type, which counts bytes", call) : Functions.Text(call.Arguments[0]);

    private static SqlPart Measured(SqlPart text, string length) => new(length)
    {
        CanFail = text.CanFail,
        IsKnown = text.IsKnown,
        Span = new SqlSpan(0, text.Longest),
    };

    private SqlPart Find(SsisCallTerm call)
    {
        var occurrence = Functions.Number(call.Arguments[2], 1);
        if (occurrence is null or > OccurrenceMax)
        {
            throw writer.NoEqual($"FINDSTRING of an occurrence that is no constant from 1 to {OccurrenceMax}", call);
        }

        var sought = Functions.Text(call.Arguments[1]);
        return writer.Let(Functions.Counted(Functions.Text(call.Arguments[0])), text =>
        {
            var place = Measured(text, Texts.Position(text, sought));
            for (var next = 2; next <= occurrence; next++)
            {
                place = writer.Let(place, one => Behind(one, Texts.PositionBehind(text, sought, one)));
            }

            var found = place with
            {
                CanFail = text.CanFail || sought.CanFail,
                IsKnown = text.IsKnown && sought.IsKnown,
            };
            return Functions.NotEmpty(found, sought, call.Arguments[1], call.Type, text);
        });
    }

    private static SqlPart Behind(SqlPart place, string next) =>
        place.As($"CASE WHEN {place.In(SqlLevel.Join)} = 0 THEN 0 ELSE {next} END");

    private SqlPart Code(SsisCallTerm call) => writer.Let(
        Functions.Counted(Functions.Text(call.Arguments[0])),
        text => Measured(text, Texts.Code(text)) with { IsKnown = false, Span = SqlSpan.Of(call.Type) });

    private SqlPart Tokens(SsisCallTerm call)
    {
        var delimiters = Functions.Sought(call.Arguments[1]);
        if (delimiters is null || delimiters.Any(char.IsSurrogate))
        {
            throw writer.NoEqual("TOKENCOUNT with delimiters that are not constant", call);
        }

        return writer.Let(Functions.Text(call.Arguments[0]), text => Measured(
            text, Texts.Tokens(text, delimiters) ?? throw writer.NoEqual("TOKENCOUNT", call)) with
        { IsKnown = true });
    }
}
