namespace Orchestrator.Import.BimlFlex;

/// <summary>What an object says that keeps the versions of its rows.</summary>
internal static class ScdLine
{
    public const string Text = "kind: scd";
}
