using System.Text;

namespace Orchestrator.Data.Forms;

/// <summary>The English names of months in three letters, in whatever language a machine speaks.</summary>
internal static class MonthNames
{
    /// <summary>The letters of each.</summary>
    public const int Length = 3;

    /// <summary>All of them, in their order.</summary>
    public static readonly byte[][] All =
    [
        .. ((string[])["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])
            .Select(Encoding.ASCII.GetBytes),
    ];

    /// <summary>The number of the month that a text begins with; 0 = it begins with none.</summary>
    public static int Of(ReadOnlySpan<byte> text)
    {
        for (var month = 0; month < All.Length && text.Length >= Length; month++)
        {
            if (Ascii.EqualsIgnoreCase(text[..Length], All[month]))
            {
                return month + 1;
            }
        }

        return 0;
    }
}
