namespace Orchestrator.Ssis.Flows.Components;

/// <summary>How people of a language of Windows write numbers, by its number.</summary>
internal static class FlowLocales
{
    // The lower bits are the language, the upper ones where it is spoken.
    private const int LanguageBits = 0x3FF;

    // Bulgarian, Catalan, Czech, Danish, German, Greek, Spanish, Finnish, French, Hungarian, Icelandic, Italian, Dutch,
    // Norwegian, Polish, Portuguese, Romanian, Russian, Croatian and Serbian, Slovak, Albanian, Swedish, Turkish,
    // Indonesian, Ukrainian, Belarusian, Slovene, Estonian, Latvian, Lithuanian, Vietnamese, Basque, Macedonian.
    private static readonly HashSet<int> OfComma =
    [
        0x02, 0x03, 0x05, 0x06, 0x07, 0x08, 0x0A, 0x0B, 0x0C, 0x0E, 0x0F, 0x10, 0x13, 0x14, 0x15, 0x16, 0x18, 0x19,
        0x1A, 0x1B, 0x1C, 0x1D, 0x1F, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2D, 0x2F,
    ];

    // Those of Switzerland and Liechtenstein that have a point, and Spanish of Mexico, Guatemala, Panama, the Dominican
    // Republic, Peru, El Salvador, Honduras, Nicaragua, Puerto Rico and the United States.
    private static readonly HashSet<int> OfPoint =
        [0x0807, 0x0810, 0x1407, 0x080A, 0x100A, 0x180A, 0x1C0A, 0x280A, 0x440A, 0x480A, 0x4C0A, 0x500A, 0x540A];

    /// <summary>Whether a comma stands before decimals.</summary>
    public static bool HasComma(int locale) => OfComma.Contains(locale & LanguageBits) && !OfPoint.Contains(locale);
}
