using ArchUnitNET.Domain.Dependencies;

namespace Orchestrator.Tidy.Tests;

/// <summary>What knows what, as the compiled projects show it, against what may know what.</summary>
internal sealed class LayersTests
{
    [Test]
    public void Each_project_is_in_the_list() => Assert.That(
        Layers.References.Keys, Is.EquivalentTo(Product.Projects.Select(project => project.Name)));

    [Test]
    public void Each_project_declares_what_the_list_says() =>
        Assert.That(Lines(project => project.Declared), Is.EquivalentTo(Listed()));

    [Test]
    public void Each_project_uses_what_it_declares_and_nothing_that_others_brought() =>
        Assert.That(Lines(Product.UsedBy), Is.EquivalentTo(Listed()));

    [Test]
    public void References_between_rooms_go_one_way()
    {
        var rooms = Product.Projects.ToDictionary(project => project.Name, project => project.Room);

        var astray =
            from project in Layers.References
            from known in project.Value
            where !MayKnow(rooms[project.Key], known, rooms[known])
            select $"{project.Key} → {known}";

        Assert.That(astray, Is.Empty);
    }

    [Test]
    public void The_core_knows_nothing_else_of_the_product() =>
        Assert.That(Layers.Core.SelectMany(name => Layers.References[name]), Is.SubsetOf(Layers.Core));

    [Test]
    public void The_core_reads_and_writes_nothing_and_has_neither_clock_nor_thread() =>
        Assert.That(Layers.Core.SelectMany(Outside), Is.Empty);

    [Test]
    public void The_same_look_finds_that_a_run_reads_and_writes() => Assert.That(Outside("Runner"), Is.Not.Empty);

    [Test]
    public void Packages_know_no_run_machine()
    {
        var known = SpacesOf("Packages").Select(pair => pair.Known).Distinct();

        Assert.That(Product.Types.Select(Product.SpaceOf), Has.Some.EqualTo(Layers.RunMachine));
        Assert.That(known, Has.None.Matches<string>(space => Product.IsIn(space!, Layers.RunMachine)));
    }

    [Test]
    public void Drivers_are_known_in_few_folders()
    {
        var knowing = Product.Projects.Where(project => project.Room != "engine")
            .SelectMany(project => SpacesOf(project.Name)).Distinct()
            .Where(pair => Layers.Drivers.Contains(Product.ProjectOf(pair.Known)))
            .Select(pair => pair.Knowing[Product.Prefix.Length..]).Distinct();

        Assert.That(knowing, Is.EquivalentTo(Layers.KnowDrivers));
    }

    [Test]
    public void No_folders_know_one_another_in_a_circle_but_those_that_are_listed()
    {
        var links = FolderLinks.Of(Product.Types);

        Assert.That(links, Is.Not.Empty);
        Assert.That(FolderLinks.InCircles([.. links.Except(Layers.Circles)]), Is.Empty);
    }

    [Test]
    public void Each_circle_that_is_listed_is_still_one() => Assert.That(
        Layers.Circles, Is.SubsetOf(FolderLinks.InCircles(FolderLinks.Of(Product.Types)).ToHashSet()));

    [Test]
    public void A_circle_over_three_folders_is_found_and_a_way_into_it_is_none_of_it()
    {
        FolderLink[] circle = [new("P", "A", "B"), new("P", "B", "C"), new("P", "C", "A")];

        var found = FolderLinks.InCircles([.. circle, new("P", "D", "A"), new("Q", "B", "A")]);

        Assert.That(found, Is.EquivalentTo(circle));
    }

    private static bool MayKnow(string room, string known, string roomOfKnown) => room switch
    {
        "engine" => roomOfKnown == "engine",
        // The imports know tables by the seam of the drivers; the list says that they alone do.
        "metadata" => roomOfKnown == "metadata" || Layers.Core.Contains(known) || known == "Data",
        "packages" => roomOfKnown is "engine" or "metadata" && known != "Ledger",
        _ => true,
    };

    private static IEnumerable<string> Listed() =>
        Layers.References.SelectMany(project => project.Value.Select(known => $"{project.Key} → {known}"));

    private static IEnumerable<string> Lines(Func<ProductProject, IEnumerable<string>> known) =>
        Product.Projects.SelectMany(project => known(project).Select(name => $"{project.Name} → {name}"));

    private static IEnumerable<(string Knowing, string Known)> SpacesOf(string project) =>
        from type in Product.Types
        let space = Product.SpaceOf(type)
        where Product.ProjectOf(space) == project
        from dependency in type.Dependencies
        select (space, Product.SpaceOf(dependency.Target));

    private static IEnumerable<string> Outside(string project) =>
        (from type in Product.Types
         where Product.ProjectOf(Product.SpaceOf(type)) == project
         from dependency in type.Dependencies
         where IsOutside(dependency)
         select $"{type.FullName} uses {dependency.Target.FullName}").Distinct();

    // The compiler asks for the number of a thread where a method gives its results one by one.
    private static bool IsOutside(ITypeDependency dependency) =>
        (Layers.OutsideSpaces.Any(space => Product.IsIn(Product.SpaceOf(dependency.Target), space))
            || Layers.OutsideTypes.Contains(dependency.Target.FullName))
        && !(dependency is IMemberMemberDependency { TargetMember.Name: var member }
            && member.Contains(nameof(Environment.CurrentManagedThreadId)));
}
