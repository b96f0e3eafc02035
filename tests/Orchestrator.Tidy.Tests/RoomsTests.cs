using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>The rooms of kind load ask one another one way, so that each is read without those behind it.</summary>
internal sealed partial class RoomsTests
{
    private const string Load = "packages/Orchestrator.Packages/Load/";

    // Each asks only those before it.
    private static readonly string[] Rooms = ["Source", "Rejects", "Target", "Paths", "Publish", "Checks"];

    [Test]
    public void Each_folder_of_a_load_is_a_room() => Assert.That(
        Directory.EnumerateDirectories(Path.Combine(Repository.Root, Load)).Select(path => Path.GetFileName(path)),
        Is.EquivalentTo(Rooms));

    [Test]
    public void No_room_of_a_load_asks_one_behind_it()
    {
        var astray =
            from room in Rooms.Index()
            from path in Repository.Files("*.cs")
            where Repository.Relative(path).StartsWith($"{Load}{room.Item}/", StringComparison.Ordinal)
            from asked in Asked().Matches(File.ReadAllText(path))
            where Array.IndexOf(Rooms, asked.Groups[1].Value) > room.Index
            select $"{Repository.Relative(path)} asks {asked.Groups[1].Value}";

        Assert.That(astray, Is.Empty);
    }

    [GeneratedRegex(@"\bLoad\.([A-Z]\w+)[;.]")]
    private static partial Regex Asked();
}
