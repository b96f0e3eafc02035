namespace Orchestrator.Ssis.Expressions.Generation;

/// <summary>What a statement says where it ends by a condition of ours, with the part of the package it belongs to.
/// </summary>
internal static class FaultText
{
    private const int PlaceMax = 60;

    /// <summary>The text; it stands in a literal or in a comment, so that of the place only plain characters stay.
    /// </summary>
    /// <param name="place">Which component or column it is; empty = nobody knows.</param>
    /// <param name="why">What is wrong.</param>
    public static string Of(string place, string why)
    {
        var plain = string.Concat(place.Take(PlaceMax).Select(sign =>
            char.IsLetterOrDigit(sign) || " _-.,".Contains(sign) ? sign : '_'));
        return plain.Length == 0 ? why : $"{plain}: {why}";
    }
}
