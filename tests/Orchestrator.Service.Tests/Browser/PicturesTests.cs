using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

namespace Orchestrator.Service.Tests.Browser;

/// <summary>Makes the pictures of the pages that the guide shows anew, to be looked at before they are committed.
/// </summary>
[Explicit("writes the pictures of the guide")]
internal sealed partial class PicturesTests
{
    private const int BytesMax = 2_000_000;
    private const int NameMax = 40;

    private static readonly (int Width, int Highest)[] Screens = [(1_440, 1_100), (390, 1_300)];

    [Test]
    public async Task Each_page_has_a_picture_on_a_screen_and_on_a_telephone()
    {
        var folder = Directory.CreateDirectory(Path.Combine(Root(), "runners", "guide", "pictures"));
        await using var shown = await ShownService.StartAsync();
        using var chromium = Chromium.Start(TimeSpan.FromMinutes(5));
        foreach (var old in folder.EnumerateFiles("*.webp"))
        {
            old.Delete();
        }

        foreach (var path in shown.Paths.Where(path => !path.Contains("text=", StringComparison.Ordinal)))
        {
            foreach (var (width, highest) in Screens)
            {
                chromium.Open(shown.Address(path), width, 844);
                var height = Math.Min((int)chromium.Ask("document.documentElement.scrollHeight")!, highest);
                chromium.Picture(Path.Combine(folder.FullName, $"{Name(path)}-{width}.webp"), height);
            }
        }

        var bytes = folder.EnumerateFiles("*.webp").Sum(file => file.Length);
        TestContext.Out.WriteLine($"{folder.EnumerateFiles("*.webp").Count()} pictures of {bytes:#,0} bytes");
        Assert.That(bytes, Is.LessThan(BytesMax));
    }

    private static string Name(string path)
    {
        var plain = path.Trim('/').Replace("%2F", "-", StringComparison.Ordinal);
        var name = NotOfName().Replace(plain, "-").ToLowerInvariant();
        return name.Length == 0 ? "last-night" : name[..Math.Min(name.Length, NameMax)];
    }

    private static string Root([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(here, "..", "..", "..", ".."));

    [GeneratedRegex("[^a-zA-Z0-9]+")]
    private static partial Regex NotOfName();
}
