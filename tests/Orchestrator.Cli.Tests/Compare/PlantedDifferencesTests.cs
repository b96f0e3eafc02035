using System.Text.Json;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Tests.Compare;

/// <summary>Rows of all common types on each pair of platforms: what is planted is found, and nothing else.</summary>
internal sealed class PlantedDifferencesTests
{
    private readonly List<ComparedPlace> _places = [];
    private TemporaryFolder _folder = null!;

    private static IEnumerable<object[]> Pairs =>
        from one in ComparedPlace.Platforms
        from other in ComparedPlace.Platforms
        select new object[] { one, other };

    [SetUp]
    public void Make() => _folder = new TemporaryFolder();

    [TearDown]
    public void Remove()
    {
        foreach (var place in _places.OfType<IDisposable>())
        {
            place.Dispose();
        }

        _places.Clear();
        _folder.Dispose();
    }

    [TestCaseSource(nameof(Pairs))]
    public void Equal_rows_are_equal_on_each_pair_of_platforms(Platform one, Platform other)
    {
        var called = Compare((one, PlantedRows.Old), (other, PlantedRows.Old), "--key", PlantedRows.Key);

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(called.Out, Does.Contain("\"rows_equal\": 60"));
    }

    [TestCaseSource(nameof(Pairs))]
    public void Each_planted_difference_is_found_on_each_pair_of_platforms_and_no_other(Platform one, Platform other)
    {
        var called = Compare(
            (one, PlantedRows.Old), (other, PlantedRows.New), "--key", PlantedRows.Key, "--limit", "1000");

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Out + called.Error);
        using var document = JsonDocument.Parse(called.Out);
        var found = document.RootElement.GetProperty("comparison");
        Assert.That(
            (Number(found, "rows_missing"), Number(found, "rows_extra"), Number(found, "rows_differing")),
            Is.EqualTo((2, 2, PlantedRows.Planted.Length)));
        var values = found.GetProperty("rows").EnumerateArray().SelectMany(row =>
            row.GetProperty("values").EnumerateArray().Select(value =>
                $"{row.GetProperty("key")[0].GetString()} {value.GetProperty("column").GetString()}"));
        Assert.That(values, Is.EquivalentTo(PlantedRows.Planted.Select(row => $"{row.Id} {row.Column}")));
    }

    private static int Number(JsonElement found, string name) => found.GetProperty(name).GetInt32();

    private Called Compare(
        (Platform Platform, IReadOnlyList<string?[]> Rows) one,
        (Platform Platform, IReadOnlyList<string?[]> Rows) other,
        params string[] options)
    {
        var variables = new Dictionary<string, string>();
        foreach (var (platform, rows) in new[] { one, other })
        {
            var place = ComparedPlace.Of(platform, _folder.Path);
            _places.Add(place);
            place.Fill(rows);
            variables[place.Connection.ToUpperInvariant()] = place.Secret;
        }

        _folder.Write("solution.yaml", "formatVersion: 1\nsolution: Compared\nconnections:\n"
            + string.Concat(_places.Select(place => $"  - {place.Yaml}\n")));
        return Called.With(
            _folder.Path, variables, false,
            ["compare", "data", _places[0].Side, _places[1].Side, "-o", "json", .. options]);
    }
}
