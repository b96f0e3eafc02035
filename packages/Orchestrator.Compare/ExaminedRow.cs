namespace Orchestrator.Compare;

/// <summary>A row of one side that was read once more, because it differs.</summary>
/// <param name="Values">Each value as it is compared, in the order of the pairs.</param>
/// <param name="Texts">The same as people read them; null = NULL.</param>
internal sealed record ExaminedRow(byte[][] Values, string?[] Texts);
