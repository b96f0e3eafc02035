namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>How long a text may be in which a form is looked for: a longer one has none.</summary>
internal static class WrittenText
{
    private const int LengthMax = 20_000;

    public static bool IsShort(string text) => text.Length <= LengthMax;
}
