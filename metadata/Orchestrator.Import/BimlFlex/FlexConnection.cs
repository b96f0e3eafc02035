using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.BimlFlex;

/// <summary>A connection of BimlFlex.</summary>
/// <param name="Row">Its row.</param>
/// <param name="Name">Its name here.</param>
/// <param name="Stage">What it is for.</param>
/// <param name="Platform">Where it leads; null = it is not imported.</param>
/// <param name="WhyNot">The code that says why it is not.</param>
internal sealed record FlexConnection(
    FlexRow Row, string Name, FlexStage Stage, PlatformFacts? Platform, string WhyNot = "")
{
    /// <summary>Whether it is a folder of files.</summary>
    public bool IsFolder => Platform?.Form == StoreForm.Folder;
}
