using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Expressions.Generation;

/// <summary>Carries why a part has no equal up to where it becomes an outcome; it never leaves the generators.
/// </summary>
internal sealed class SsisOpenException(string code, string reason, string effort, SsisPlace? place)
    : Exception(reason)
{
    public OpenReason With(string written) => new(code, Message, PartOf(written), effort);

    /// <summary>An element that the target has nothing for that means the same.</summary>
    public static SsisOpenException NoEqual(string reason, SsisTerm term) =>
        new(SsisGenerationCodes.NoEqual, reason, "an hour", term.Place);

    /// <summary>A type whose values the target does not compute with.</summary>
    public static SsisOpenException NoType(string reason, SsisTerm term) =>
        new(SsisGenerationCodes.NoType, reason, "an hour", term.Place);

    /// <summary>A name that nothing here stands for.</summary>
    public static SsisOpenException NoName(SsisSymbol symbol, SsisTerm term)
    {
        var kind = symbol.Kind.ToString().ToLowerInvariant();
        return new SsisOpenException(
            SsisGenerationCodes.NoName, $"nothing here stands for the {kind} {symbol.Name}", "minutes", term.Place);
    }

    /// <summary>It would become a text that no person reads and no server likes.</summary>
    public static SsisOpenException TooLong(string reason, SsisTerm term) =>
        new(SsisGenerationCodes.TooLong, reason, "an hour", term.Place);

    /// <summary>A part that has no value, whatever the row.</summary>
    public static SsisOpenException AlwaysFails(SsisFault fault, SsisTerm term) =>
        new(SsisGenerationCodes.AlwaysFails, $"this part never has a value: {fault.Reason}", "minutes", term.Place);

    /// <summary>How a type is called in a reason.</summary>
    public static string NameOf(SsisType type) => SsisTypeText.NameOf(type.Kind);

    private string PartOf(string written) => place is { } part && part.Length > 0
        && part.Offset + part.Length <= written.Length ? written.Substring(part.Offset, part.Length) : written;
}
