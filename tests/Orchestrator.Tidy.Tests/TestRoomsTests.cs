namespace Orchestrator.Tidy.Tests;

/// <summary>Tests stand in rooms that are called as those which they test: who has the word has the test.</summary>
internal sealed class TestRoomsTests
{
    private const int FlatMax = 8;

    // Of the command whole nights are tests, too: of kinds, samples, constructs and what one run leaves to the next.
    // Ssis is what becomes of its packages, from their files to what validates.
    private static readonly string[] OfNights =
    [
        "Constructs", "Evidence", "Git", "Hostile", "Kinds", "Leases", "Load", "Loops", "Retry", "RunValues", "Samples",
        "Ssis",
    ];

    [TestCase("runners/Orchestrator.Cli")]
    [TestCase("packages/Orchestrator.Packages")]
    public void Tests_stand_in_rooms_that_the_product_has(string product)
    {
        var known = Rooms(product).Concat(OfNights).ToHashSet();

        Assert.That(Rooms(TestsOf(product)), Is.Not.Empty);
        Assert.That(Rooms(TestsOf(product)), Is.SubsetOf(known));
    }

    [TestCase("runners/Orchestrator.Cli")]
    [TestCase("packages/Orchestrator.Packages")]
    public void Few_tests_stand_in_no_room(string product)
    {
        var flat = Directory.GetFiles(Path.Combine(Repository.Root, TestsOf(product)), "*Tests.cs");

        Assert.That(flat, Has.Length.LessThanOrEqualTo(FlatMax));
    }

    private static string TestsOf(string product) => $"tests/{Path.GetFileName(product)}.Tests";

    private static string[] Rooms(string project) =>
    [
        .. Repository.Files("*.cs").Select(Repository.Relative)
            .Where(path => path.StartsWith($"{project}/", StringComparison.Ordinal))
            .SelectMany(path => path[(project.Length + 1)..].Split('/').SkipLast(1)).Distinct(),
    ];
}
